import type { Words } from "./en";
import type { Habits } from "./language";

export const words: Partial<Words> = {
  "app.name": "Firstfire",
  "app.tagline": "Steinzeitspiele an einem Feuer",
};

export const habits: Habits = {
  all: "alle",
  between: /, | und | mit /,
  art: {
    ziel: "target", "fußabdruck": "footprint", verpflichtend: "must", bemalt: "paint", fertig: "done",
    fisch: "fish", fische: "fish", beere: "berry", beeren: "berry", pilz: "mushroom", pilze: "mushroom", wasser: "water",
    mammut: "mammoth", mammuts: "mammoth", fleisch: "meat", holz: "wood", haut: "skin", "häute": "skin", stein: "stone", steine: "stone",
    knochen: "bone", werkzeug: "tool", werkzeuge: "tool", fell: "fur", felle: "fur", pelz: "fur", pelze: "fur",
    frucht: "fruit", "früchte": "fruit", "häuptling": "chief", "häuptlinge": "chief", schamanin: "shaman", schamane: "shaman",
    sammler: "gatherer", "jäger und sammler": "gatherer", "jäger": "hunter", punkt: "point", punkte: "point", sp: "vp", stufe: "level",
    entwicklung: "development", sonne: "sun", hirsch: "deer", hand: "hand", welle: "wave", auerochse: "ox", ochse: "ox",
    "schädel": "skull", zelt: "tent", wald: "forest", "großzügigkeit": "generosity", "büffel": "buffalo", handwerkskarte: "craft",
    nahrungsfeld: "pot", rohstoff: "resource", ressource: "resource", verbindung: "link", karte: "card", besucher: "hunter",
    "halb erschöpft": "exhausted", "erschöpft": "exhausted", tausch: "trade", geschafft: "done", "plättchen": "token",
    muschel: "shell", muscheln: "shell", knappheit: "scarcity", neugeborenes: "newborn", neugeborene: "newborn",
    mitglied: "member", mitglieder: "member", nahrung: "food", ziele: "goal", "letzte runde": "round",
  },
}; // prettier-ignore
