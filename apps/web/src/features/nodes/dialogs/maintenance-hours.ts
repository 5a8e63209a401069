export const MAX_HOURS = 72;

/** Whole hours as typed; null: not a valid length of a maintenance. */
export function hoursOf(text: string): number | null {
  if (!/^\s*\d+\s*$/.test(text)) return null;
  const hours = Number(text);
  return hours >= 1 && hours <= MAX_HOURS ? hours : null;
}
