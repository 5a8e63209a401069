/** Text of a missing live number. Null: nothing is known yet, and a skeleton stands in its place; after the first live value, the cluster has none. */
export const absentText = (heard: boolean): string | null => (heard ? 'none' : null);
