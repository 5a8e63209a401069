/** Order of the values under the pointer: largest first, as the lines stand; those without a value last. */
export const byValue = <R extends { amount?: number | null }>(rows: readonly R[]): R[] =>
  [...rows].sort((a, b) => (b.amount ?? Number.NEGATIVE_INFINITY) - (a.amount ?? Number.NEGATIVE_INFINITY) || 0);

/** The line to show alone after a click on its name in the legend; null: all. */
export const isolated = (now: string | null, clicked: string): string | null => (now === clicked ? null : clicked);
