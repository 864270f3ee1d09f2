import type { OfflineWord } from "../words";

export const words: Partial<Record<OfflineWord, string>> = {
  fetching: "Die Spiele werden geladen: {done} von {all} MB. Das geschieht einmal; danach liegen sie auf diesem Gerät.",
  starting: "Die Spiele werden gestartet …",
  reading: "Deine Tische werden geöffnet …",
  broken: "Die Spiele konnten nicht gestartet werden: {why}",
  again: "Noch einmal versuchen",
  elsewhere:
    "Firstfire ist in einem anderen Fenster dieses Browsers offen. Zwei Fenster würden einander die Partien überschreiben.",
  here: "Hier weiterspielen",
  nowhere:
    "Dieser Browser speichert nichts (vielleicht ein privates Fenster). Was du spielst, ist weg, wenn du diese Seite schließt: Speichere als Datei, was du behalten willst.",
  full: "Auf diesem Gerät ist kein Platz mehr. Der letzte Zug wurde nicht gespeichert. Schaffe Platz, oder speichere deine Partien als Datei.",
  close: "Schließen",
  keep: "Alles auf diesem Gerät",
  keep_told:
    "Deine Partien, dein Name und deine Ergebnisse liegen in diesem Browser und sonst nirgends; wer diesen Browser benutzt, kann sie öffnen, auch verdeckte Karten. Speichere sie als Datei, um sie zu behalten oder auf ein anderes Gerät mitzunehmen.",
  take_out: "Alles als Datei speichern",
  take_in: "Eine Datei zurückholen",
  taken_in: "Zurückgeholte Partien und Einstellungen: {new}.",
  not_taken_in: "Diese Datei lässt sich nicht lesen: {why}",
  share: "Link, der diese Partie enthält",
  share_long: "Diese Partie ist zu lang für einen Link. Speichere sie als Datei.",
  bad_link: "Dieser Link enthält keine lesbare Partie.",
  open: "Die Partie dieses Links wird geöffnet …",
};
