/** What a board says of its pieces and places, in the language of the settings. */
import { t } from "./index.svelte";

export const board_words = () => ({
  lit: t("table.can_click"),
  empty: t("table.empty"),
  open: t("look.open"),
  slot: (number: number) => t("table.slot", { number }),
  laid: (n: number, of: number) => t("group.laid", { n, of }),
  fold: t("table.fold_board"),
  unfold: t("table.unfold_board"),
});
