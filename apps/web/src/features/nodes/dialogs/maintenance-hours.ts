export const MAX_HOURS = 72;

/** Whole hours as typed; null: it is none that a maintenance can last. */
export function hoursOf(text: string): number | null {
  if (!/^\s*\d+\s*$/.test(text)) return null;
  const hours = Number(text);
  return hours >= 1 && hours <= MAX_HOURS ? hours : null;
}
