/** Placeholder for a missing live number: unknown before the first live value; after it, the cluster has none. */
export const absentText = (heard: boolean): string => (heard ? 'none' : '…');
