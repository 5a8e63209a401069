import { z } from 'zod';
import { idSchema } from '../identity.js';
import { statisticsObjectSchema } from '../kinds/statistics.js';
import { longList } from '../messages/long-list.js';
import { bucketCountsSchema } from '../messages/sample.js';
import { type Journal, journalOrderSchema } from './agent-link.js';

/*
 * Messages between servers: live observations of objects that a peer's viewers watch, and journals for a support bundle, both of the called server's own
 * agents only. Everything else between servers goes through MongoDB.
 */

/** Socket.IO namespace of servers. */
export const SERVER_NAMESPACE = '/servers';

/** Most objects that one server may request from another, and most observations in one message. */
export const MAX_PEER_OBJECTS = 1024;
const MAX_NODES = 10_000;

/** `auth` of the handshake. The secret belongs to the called server; only servers can read it (collection `servers`). */
export const serverHandshakeSchema = z.strictObject({ serverId: idSchema, secret: z.string().min(32).max(128) });
export type ServerHandshake = z.infer<typeof serverHandshakeSchema>;

/** Everything that is watched from now on; an empty list ends watching. */
export const peerWatchSchema = z.strictObject({ objects: longList(statisticsObjectSchema, MAX_PEER_OBJECTS) });
export type PeerWatch = z.infer<typeof peerWatchSchema>;

/** One second of observations of one object by a server's own agents. Values merge by addition unless the field says otherwise. */
export const peerObservationSchema = z.strictObject({
  object: statisticsObjectSchema,
  /** Age when the message was sent; contains no clock of another machine. */
  endedAgoMs: z.number().min(0).max(600_000),
  /** False: a repetition, to confirm that the values still hold. */
  isNew: z.boolean(),
  /** Keys are the server's field names. The reader ignores an unknown name: it comes from a newer version. */
  numbers: z.record(z.string().max(32), z.number()),
  histogram: bucketCountsSchema.optional(),
  readHistogram: bucketCountsSchema.optional(),
  writeHistogram: bucketCountsSchema.optional(),
  cores: z.array(z.number().min(0)).max(1024).optional(),
  /** Nodes of the object whose samples are included. */
  nodes: longList(idSchema, MAX_NODES),
});
export type PeerObservation = z.infer<typeof peerObservationSchema>;
export const peerObservationsSchema = longList(peerObservationSchema, MAX_PEER_OBJECTS);

export type PeerAnswer = { ok: true } | { ok: false; code: string; detail: string };

export const peerJournalOrderSchema = z.strictObject({ nodeId: idSchema, ...journalOrderSchema.shape });
export type PeerJournalOrder = z.infer<typeof peerJournalOrderSchema>;

export interface PeerToServerEvents {
  /** Replaces everything that was watched before. */
  watch: (watch: PeerWatch, ack: (answer: PeerAnswer) => void) => void;
  /** Of an agent that is connected to the called server. A server of an earlier version closes the connection. */
  journal: (order: PeerJournalOrder, ack: (answer: Journal) => void) => void;
}
export interface ServerToPeerEvents {
  /** At most once a second per object; a peer that reads too slowly misses some. */
  observations: (observations: PeerObservation[]) => void;
}
