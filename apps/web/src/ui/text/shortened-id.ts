const START = 8;

/** The start of an id, such as `6a0d814c…`. An id that is hardly longer stays whole. */
export const shortened = (id: string): string => (id.length > START + 4 ? `${id.slice(0, START)}…` : id);
