import type { OfflineWord } from "../words";

export const words: Partial<Record<OfflineWord, string>> = {
  fetching: "Pobieramy gry: {done} z {all} MB. Zdarza się to raz; potem są na tym urządzeniu.",
  starting: "Uruchamiamy gry…",
  reading: "Otwieramy twoje stoły…",
  broken: "Nie udało się uruchomić gier: {why}",
  again: "Spróbuj ponownie",
  elsewhere: "Firstfire jest otwarte w innym oknie tej przeglądarki. Dwa okna nadpisywałyby sobie nawzajem gry.",
  here: "Graj dalej tutaj",
  nowhere:
    "Ta przeglądarka niczego nie zapisuje (może to okno prywatne). Po zamknięciu tej strony gry znikną: to, co chcesz zachować, zapisz jako plik.",
  full: "Na tym urządzeniu nie ma już miejsca. Ostatni ruch nie został zapisany. Zrób miejsce albo zapisz gry jako plik.",
  close: "Zamknij",
  keep: "Wszystko na tym urządzeniu",
  keep_told:
    "Twoje gry, imię i wyniki są w tej przeglądarce i nigdzie indziej; kto jej używa, może je otworzyć, także ukryte karty. Zapisz je jako plik, aby je zachować lub przenieść na inne urządzenie.",
  take_out: "Zapisz wszystko jako plik",
  take_in: "Wczytaj plik",
  taken_in: "Wczytano gry i ustawienia: {new}.",
  not_taken_in: "Nie można odczytać tego pliku: {why}",
  share: "Link, który niesie tę grę",
  share_long: "Ta gra jest za długa na link. Zapisz ją jako plik.",
  bad_link: "Ten link nie niesie gry, którą można odczytać.",
  open: "Otwieramy grę z tego linku…",
};
