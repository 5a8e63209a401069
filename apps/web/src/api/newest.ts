/** The newer of two copies of an object, from a list or from its own request: the server refuses a change based on the older one. */
export const newest = <T extends { revision: number }>(known: T, read: T | undefined): T =>
  read && read.revision >= known.revision ? read : known;
