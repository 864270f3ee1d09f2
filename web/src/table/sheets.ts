/** The sheets that may lie over the table, one at a time. */
export type Sheet =
  "settings" | "help" | "share" | "rules" | "result" | "log" | "chat" | "leave" | "more" | "components" | null;
