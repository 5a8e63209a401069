/** The server's work ends in the middle, by a kill or a change of MongoDB's primary. */
export class WorkCut extends Error {}
