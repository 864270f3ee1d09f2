/** What the static edition says by itself, in the languages of the client. */
import { settings } from "../state/settings.svelte";
import { fill } from "../words/fill";

const en = {
  fetching: "Fetching the games: {done} of {all} MB. This happens once; afterwards they are on this device.",
  starting: "Starting the games…",
  reading: "Opening your tables…",
  broken: "The games could not be started: {why}",
  again: "Try again",
  elsewhere: "Firstfire is open in another window of this browser. Two windows would overwrite each other's games.",
  here: "Go on here",
  nowhere:
    "This browser keeps nothing (a private window, perhaps). What you play is gone when you close this page: save what you want to keep as a file.",
  full: "This device has no room left. The last move was not kept. Make room, or save your games as a file.",
  close: "Close",
  keep: "Everything on this device",
  keep_told:
    "Your games, your name and your record lie in this browser and nowhere else; whoever uses this browser can open them, hidden cards too. Save them as a file to keep them or to take them to another device.",
  take_out: "Save everything as a file",
  take_in: "Bring back a file",
  taken_in: "Games and settings brought back: {new}.",
  not_taken_in: "This file cannot be read: {why}",
  share: "Link that carries this game",
  share_long: "This game is too long for a link. Save it as a file instead.",
  bad_link: "This link carries no game that can be read.",
  open: "Opening the game of this link…",
};

export type OfflineWord = keyof typeof en;

export const OFFLINE_WORDS: Readonly<Record<string, Readonly<Record<OfflineWord, string>>>> = {
  en,
  fr: {
    fetching: "Chargement des jeux : {done} sur {all} Mo. Une seule fois ; ensuite ils restent sur cet appareil.",
    starting: "Démarrage des jeux…",
    reading: "Ouverture de vos tables…",
    broken: "Les jeux n’ont pas pu démarrer : {why}",
    again: "Réessayer",
    elsewhere: "Firstfire est ouvert dans une autre fenêtre de ce navigateur. Deux fenêtres effaceraient chacune les parties de l’autre.",
    here: "Continuer ici",
    nowhere: "Ce navigateur ne garde rien (une fenêtre privée, peut-être). Vos parties disparaissent quand vous fermez cette page : enregistrez dans un fichier ce que vous voulez garder.",
    full: "Il n’y a plus de place sur cet appareil. Le dernier coup n’a pas été gardé. Faites de la place, ou enregistrez vos parties dans un fichier.",
    close: "Fermer",
    keep: "Tout ce qui est sur cet appareil",
    keep_told: "Vos parties, votre nom et vos résultats sont dans ce navigateur et nulle part ailleurs ; qui se sert de ce navigateur peut les ouvrir, cartes cachées comprises. Enregistrez-les dans un fichier pour les garder ou les emporter sur un autre appareil.",
    take_out: "Tout enregistrer dans un fichier",
    take_in: "Reprendre un fichier",
    taken_in: "Parties et réglages repris : {new}.",
    not_taken_in: "Ce fichier ne peut pas être lu : {why}",
    share: "Lien qui contient cette partie",
    share_long: "Cette partie est trop longue pour un lien. Enregistrez-la dans un fichier.",
    bad_link: "Ce lien ne contient aucune partie lisible.",
    open: "Ouverture de la partie de ce lien…",
  },
  nl: {
    fetching: "De spellen worden opgehaald: {done} van {all} MB. Dat gebeurt één keer; daarna staan ze op dit apparaat.",
    starting: "De spellen worden gestart…",
    reading: "Je tafels worden geopend…",
    broken: "De spellen konden niet starten: {why}",
    again: "Opnieuw proberen",
    elsewhere: "Firstfire staat open in een ander venster van deze browser. Twee vensters zouden elkaars partijen overschrijven.",
    here: "Hier verdergaan",
    nowhere: "Deze browser bewaart niets (misschien een privévenster). Wat je speelt is weg als je deze pagina sluit: bewaar wat je wilt houden als bestand.",
    full: "Er is geen ruimte meer op dit apparaat. De laatste zet is niet bewaard. Maak ruimte, of bewaar je partijen als bestand.",
    close: "Sluiten",
    keep: "Alles op dit apparaat",
    keep_told: "Je partijen, je naam en je resultaten staan in deze browser en nergens anders; wie deze browser gebruikt kan ze openen, ook verborgen kaarten. Bewaar ze als bestand om ze te houden of mee te nemen naar een ander apparaat.",
    take_out: "Alles bewaren als bestand",
    take_in: "Een bestand terughalen",
    taken_in: "Teruggehaalde partijen en instellingen: {new}.",
    not_taken_in: "Dit bestand kan niet gelezen worden: {why}",
    share: "Link met deze partij erin",
    share_long: "Deze partij is te lang voor een link. Bewaar ze als bestand.",
    bad_link: "Deze link bevat geen leesbare partij.",
    open: "De partij van deze link wordt geopend…",
  },
  de: {
    fetching: "Die Spiele werden geladen: {done} von {all} MB. Das geschieht einmal; danach liegen sie auf diesem Gerät.",
    starting: "Die Spiele werden gestartet…",
    reading: "Deine Tische werden geöffnet…",
    broken: "Die Spiele konnten nicht gestartet werden: {why}",
    again: "Noch einmal versuchen",
    elsewhere: "Firstfire ist in einem anderen Fenster dieses Browsers offen. Zwei Fenster würden einander die Partien überschreiben.",
    here: "Hier weiterspielen",
    nowhere: "Dieser Browser behält nichts (vielleicht ein privates Fenster). Was du spielst, ist weg, wenn du diese Seite schließt: Speichere als Datei, was du behalten willst.",
    full: "Auf diesem Gerät ist kein Platz mehr. Der letzte Zug wurde nicht behalten. Schaffe Platz, oder speichere deine Partien als Datei.",
    close: "Schließen",
    keep: "Alles auf diesem Gerät",
    keep_told: "Deine Partien, dein Name und deine Ergebnisse liegen in diesem Browser und sonst nirgends; wer diesen Browser benutzt, kann sie öffnen, auch verdeckte Karten. Speichere sie als Datei, um sie zu behalten oder auf ein anderes Gerät mitzunehmen.",
    take_out: "Alles als Datei speichern",
    take_in: "Eine Datei zurückholen",
    taken_in: "Zurückgeholte Partien und Einstellungen: {new}.",
    not_taken_in: "Diese Datei lässt sich nicht lesen: {why}",
    share: "Link, der diese Partie enthält",
    share_long: "Diese Partie ist zu lang für einen Link. Speichere sie als Datei.",
    bad_link: "Dieser Link enthält keine lesbare Partie.",
    open: "Die Partie dieses Links wird geöffnet…",
  },
}; // prettier-ignore

export function say(word: OfflineWord, gaps: Record<string, string | number> = {}): string {
  return fill((OFFLINE_WORDS[settings.language] ?? en)[word], gaps, settings.language);
}
