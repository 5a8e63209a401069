/* The halves of a mirror set are the legs that hold the same bytes (docs/decisions/three-way-mirrors.md). */

/** Halves of each mirror set, unless a number is given. */
export const DEFAULT_COPIES = 2;
export const MOST_COPIES = 3;

/** The legs n · copies to n · copies + copies - 1 are mirror set n. With 1 copy each leg is a set of its own. */
export const mirrorSetOf = (legIndex: number, copies: number): number => Math.floor(legIndex / copies);
