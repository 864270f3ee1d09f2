import type { OfflineWord } from "../words";

export const words: Partial<Record<OfflineWord, string>> = {
  fetching: "Chargement des jeux : {done} sur {all} Mo. Une seule fois ; ensuite ils restent sur cet appareil.",
  starting: "Démarrage des jeux…",
  reading: "Ouverture de vos tables…",
  broken: "Les jeux n’ont pas pu démarrer : {why}",
  again: "Réessayer",
  elsewhere:
    "Firstfire est ouvert dans une autre fenêtre de ce navigateur. Deux fenêtres effaceraient chacune les parties de l’autre.",
  here: "Continuer ici",
  nowhere:
    "Ce navigateur ne garde rien (une fenêtre privée, peut-être). Vos parties disparaissent quand vous fermez cette page : enregistrez dans un fichier ce que vous voulez garder.",
  full: "Il n’y a plus de place sur cet appareil. Le dernier coup n’a pas été gardé. Faites de la place, ou enregistrez vos parties dans un fichier.",
  close: "Fermer",
  keep: "Tout ce qui est sur cet appareil",
  keep_told:
    "Vos parties, votre nom et vos résultats sont dans ce navigateur et nulle part ailleurs ; toute personne qui se sert de ce navigateur peut les ouvrir, cartes cachées comprises. Enregistrez-les dans un fichier pour les garder ou les emporter sur un autre appareil.",
  take_out: "Tout enregistrer dans un fichier",
  take_in: "Reprendre un fichier",
  taken_in: "Parties et réglages repris : {new}.",
  not_taken_in: "Ce fichier ne peut pas être lu : {why}",
  share: "Lien qui contient cette partie",
  share_long: "Cette partie est trop longue pour un lien. Enregistrez-la dans un fichier.",
  bad_link: "Ce lien ne contient aucune partie lisible.",
  open: "Ouverture de la partie de ce lien…",
};
