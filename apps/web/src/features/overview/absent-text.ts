/** What stands for a live number that is not there: before the first live value nothing is known, after it the cluster has none. */
export const absentText = (heard: boolean): string => (heard ? 'none' : '…');
