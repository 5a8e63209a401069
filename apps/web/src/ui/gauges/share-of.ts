/** Share of a part in its whole, for a bar. Of an empty whole each share is 0; null: nothing was observed, so 0. */
export const shareOf = (part: number | null, whole: number): number => (whole > 0 ? (part ?? 0) / whole : 0);
