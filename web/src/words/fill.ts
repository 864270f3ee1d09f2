/** Sentences with gaps; a number bends its noun, as in the words of the server (kernel/presentation/templates.py). */
export function fill(text: string, gaps: Record<string, string | number>, language: string): string {
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (whole, gap: string, one?: string, many?: string) => {
    const value = gaps[gap];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return is_one(Number(value), language) ? one : many;
  });
}

/** French counts 0 and 1 as one, English and Dutch only 1. */
function is_one(number: number, language: string): boolean {
  return number === 1 || (language === "fr" && number === 0);
}
