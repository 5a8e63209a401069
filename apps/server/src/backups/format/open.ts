import type { Readable } from 'node:stream';

/** Opens a file at its start. @param mostBytes to read; absent: all. @throws FileGone, and errors of the store */
export type Open = (mostBytes?: number) => Promise<Readable>;
