/** An object as a list knew it or as it was read by itself, whichever is newer: a change based on the older one would be refused. */
export const newest = <T extends { revision: number }>(known: T, read: T | undefined): T =>
  read && read.revision >= known.revision ? read : known;
