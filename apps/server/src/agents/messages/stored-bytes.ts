import { MiB } from '@weft/shared/units';
import { Refusal } from '../link/agent-socket.js';

/**
 * Bytes of JSON that the database keeps of one node, by the kind of message: drives (missing ones included) and machine from inventories, statuses and orphans
 * from reports. Each field has a bound, and so has each message; together they would still allow gigabytes. A target with 1,024 legs, or a client with 1,000
 * attachments, reports 1 to 4 MB.
 */
export const MOST_STORED_BYTES = { inventory: 8 * MiB, report: 16 * MiB } as const;

/** @throws Refusal `out-of-bounds` when these values, which are to be all that is stored of the node's messages of this kind, are too large together. */
export function mustFit(kind: keyof typeof MOST_STORED_BYTES, values: Iterable<unknown>): void {
  const most = MOST_STORED_BYTES[kind];
  let bytes = 0;
  for (const value of values) {
    bytes += Buffer.byteLength(JSON.stringify(value));
    if (bytes > most)
      throw new Refusal(
        'out-of-bounds',
        `everything stored of a node's messages (${kind}) is at most ${most} bytes, and this would be more`,
      );
  }
}
