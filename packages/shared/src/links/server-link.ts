import { z } from 'zod';
import { idSchema } from '../identity.js';
import { statisticsObjectSchema } from '../kinds/statistics.js';
import { longList } from '../messages/long-list.js';
import { bucketCountsSchema } from '../messages/sample.js';

/*
 * What servers tell each other: live observations of objects that a peer's viewers watch, and only those that their own agents sent. Whoever is asked
 * serves; everything else between servers goes through MongoDB.
 */

/** Socket.IO namespace of servers. */
export const SERVER_NAMESPACE = '/servers';

/** Objects that one server may ask another for, and observations in one message. */
export const MAX_PEER_OBJECTS = 1024;
const MAX_NODES = 10_000;

/** `auth` of the handshake. The secret is of the server that is called; only servers can read it (collection `servers`). */
export const serverHandshakeSchema = z.strictObject({ serverId: idSchema, secret: z.string().min(32).max(128) });
export type ServerHandshake = z.infer<typeof serverHandshakeSchema>;

/** What is watched from now on, all of it: an empty list ends it. */
export const peerWatchSchema = z.strictObject({ objects: longList(statisticsObjectSchema, MAX_PEER_OBJECTS) });
export type PeerWatch = z.infer<typeof peerWatchSchema>;

/** What a server's own agents observed of one object, as one second of it: everything in it merges by adding, or as the field says. */
export const peerObservationSchema = z.strictObject({
  object: statisticsObjectSchema,
  /** Before the message was sent; no clock of another machine is in it. */
  endedAgoMs: z.number().min(0).max(600_000),
  /** False: said again, so that it is known to hold. */
  isNew: z.boolean(),
  /** By the server's names of fields; one that the reader does not know is of a newer version, and left out. */
  numbers: z.record(z.string().max(32), z.number()),
  histogram: bucketCountsSchema.optional(),
  cores: z.array(z.number().min(0)).max(1024).optional(),
  /** Nodes of the object that were heard. */
  nodes: longList(idSchema, MAX_NODES),
});
export type PeerObservation = z.infer<typeof peerObservationSchema>;
export const peerObservationsSchema = longList(peerObservationSchema, MAX_PEER_OBJECTS);

export type PeerAnswer = { ok: true } | { ok: false; code: string; detail: string };

export interface PeerToServerEvents {
  /** Takes the place of what was watched before. */
  watch: (watch: PeerWatch, ack: (answer: PeerAnswer) => void) => void;
}
export interface ServerToPeerEvents {
  /** At most once a second of each object; a peer that reads too slowly misses some. */
  observations: (observations: PeerObservation[]) => void;
}
