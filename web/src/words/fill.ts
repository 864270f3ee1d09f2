/** Sentences with gaps; a number bends its noun, as in the words of the server (kernel/presentation/templates.py):
 * `{n:card|cards}`, or by the plural categories of the language `{n:one=karta|few=karty|other=kart}`. */
export function fill(text: string, gaps: Record<string, string | number>, language: string): string {
  return text.replace(/\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g, (whole, gap: string, spec?: string) => {
    const value = gaps[gap];
    if (value === undefined) return whole;
    if (spec === undefined) return String(value);
    const forms = forms_of(spec);
    const category = new Intl.PluralRules(language).select(Number(value));
    return forms.get(category) ?? forms.get("other") ?? whole;
  });
}

/** Forms by their labels; the first without a label is for one, the second for all others. */
export function forms_of(spec: string): Map<string, string> {
  const forms = new Map<string, string>();
  for (const form of spec.split("|")) {
    const [, label, text] = /^([a-z]+)=(.*)$/.exec(form) ?? [];
    forms.set(label ?? (forms.has("one") ? "other" : "one"), text ?? form);
  }
  return forms;
}
