import type { OfflineWord } from "../words";

export const words: Partial<Record<OfflineWord, string>> = {
  fetching: "De spellen worden opgehaald: {done} van {all} MB. Dat gebeurt één keer; daarna staan ze op dit apparaat.",
  starting: "De spellen worden gestart…",
  reading: "Je tafels worden geopend…",
  broken: "De spellen konden niet starten: {why}",
  again: "Opnieuw proberen",
  elsewhere:
    "Firstfire staat open in een ander venster van deze browser. Twee vensters zouden elkaars partijen overschrijven.",
  here: "Hier verdergaan",
  nowhere:
    "Deze browser bewaart niets (misschien een privévenster). Wat je speelt is weg als je deze pagina sluit: bewaar wat je wilt houden als bestand.",
  full: "Er is geen ruimte meer op dit apparaat. De laatste zet is niet bewaard. Maak ruimte, of bewaar je partijen als bestand.",
  close: "Sluiten",
  keep: "Alles op dit apparaat",
  keep_told:
    "Je partijen, je naam en je resultaten staan in deze browser en nergens anders; wie deze browser gebruikt kan ze openen, ook verborgen kaarten. Bewaar ze als bestand om ze te houden of mee te nemen naar een ander apparaat.",
  take_out: "Alles bewaren als bestand",
  take_in: "Een bestand terughalen",
  taken_in: "Teruggehaalde partijen en instellingen: {new}.",
  not_taken_in: "Dit bestand kan niet gelezen worden: {why}",
  share: "Link met deze partij erin",
  share_long: "Deze partij is te lang voor een link. Bewaar ze als bestand.",
  bad_link: "Deze link bevat geen leesbare partij.",
  open: "De partij van deze link wordt geopend…",
};
