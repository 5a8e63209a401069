import { idSchema } from '@weft/shared/identity';
import { ioLimitsSchema } from '@weft/shared/limits/io-limits';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { drillFaultSchema } from '@weft/shared/messages/drill-orders';
import { volumeKeyIdSchema } from '@weft/shared/messages/encryption';
import { overwrittenSchema } from '@weft/shared/messages/report';
import { arraysOf, scrubIdOf } from '@weft/shared/mirrors/mirror-set-arrays';
import { freezeCauses } from '@weft/shared/thin/thin-words';
import { type EraseAction, eraseActions } from '@weft/shared/wipe/wipe-method';
import { z } from 'zod';
import { machineSchema } from './machine.js';

/*
 * What the agent must remember because the host does not show it. Stored before anything relies on it, never after.
 * The agent reads everything else from the host again in every turn.
 */

export const arrayFactSchema = z.strictObject({
  attachmentId: idSchema,
  epoch: z.int(),
  uuid: idSchema,
  /** Legs that md had in sync when last seen: all of them must be there for the array to start by itself (S11). */
  inSyncLegs: z.array(idSchema),
  /** The one start of the array that the agent adopted (`startOf`): checked again only after another start. Absent: none yet. */
  start: z.string().optional(),
  /**
   * Three halves: legs that left the in-sync list while the array ran here, or right before its start, each with the legs that have been in sync ever since.
   * Whatever such a leg has, they have too, although its superblock may list a half as missing that is back by now. Absent: none.
   */
  stayed: z.record(idSchema, z.array(idSchema)).optional(),
  /** NGUIDs of the legs that may lose writes: the incarnation whose data the array knows to be right, or its bitmap to cover (plan/incarnations/). */
  incarnations: z.record(idSchema, z.string()).optional(),
  /** Legs that left the array, and for which the bitmap marks what they may have lost. Absent: none. */
  recentMarked: z.array(idSchema).optional(),
});
export type ArrayFact = z.infer<typeof arrayFactSchema>;

/** Newest tenure of each mode that this node served, as target or as client; 0: none. */
export const servedFactSchema = z.strictObject({ exclusive: z.int(), shared: z.int(), readonly: z.int() });
export type ServedFact = z.infer<typeof servedFactSchema>;

/** The owner of the ledger: the agent does not follow the ledger of another node, cluster or machine (S14). */
export const bindingSchema = z.strictObject({
  nodeId: idSchema,
  clusterId: idSchema,
  /** Of the database whose assignment was accepted last; null: none yet, or the server does not know histories. */
  historyId: idSchema.nullable(),
  machine: machineSchema,
});

/** A fault that a drill makes at this node (plan/drill-fault.ts). Stored before the host is touched, so that no start of the agent leaves it there. */
export const drillFactSchema = z.strictObject({
  orderId: idSchema,
  drillId: idSchema,
  fault: drillFaultSchema,
  /** By the node's clock, milliseconds since 1970: outside of these, and under another boot, plans ignore the fault and put everything back. */
  beganAtMs: z.number(),
  untilMs: z.number(),
  bootId: z.string(),
});
export type DrillFact = z.infer<typeof drillFactSchema>;

/** Limits per client of an attachment. Stored before the first one is set, so that the agent removes what it set, and nothing that a person set. */
export const limitsFactSchema = z.strictObject({
  values: ioLimitsSchema,
  /** Every slice was seen with these values: others are another program's. */
  isSet: z.boolean(),
  overwritten: overwrittenSchema.nullable(),
});
export type LimitsFact = z.infer<typeof limitsFactSchema>;

/** How far the scrub of an attachment has come. md forgets it when the array stops, and counts mismatches only since its last start of the check. */
export const scrubFactSchema = z.strictObject({
  /** Of the order. */
  orderedAt: z.string(),
  state: z.enum(['running', 'paused', 'done']),
  /** All bytes of the array before this place were compared. */
  positionBytes: z.number(),
  /** Mismatches found before this place. */
  mismatchBytes: z.number(),
  /** Mismatches found before md last began. */
  earlierMismatchBytes: z.number(),
  /** By the agent's steady clock, which begins again with the machine, milliseconds; null: it was not paused. */
  pausedAtMs: z.number().nullable(),
});
export type ScrubFact = z.infer<typeof scrubFactSchema>;

/** A freeze order that was begun here. */
export const freezeFactSchema = z.strictObject({
  /** The agent's process that began it: no other one may say that it was held without interruption. */
  run: z.string(),
  state: z.enum(['holding', 'released', 'expired']),
  /** By the agent's steady clock, from before the first suspension, milliseconds. */
  sinceMs: z.number(),
  /** Null: not released, or not measured yet. */
  heldMs: z.number().nullable(),
  cause: z.enum(freezeCauses).nullable(),
});
export type FreezeFact = z.infer<typeof freezeFactSchema>;

export const factsSchema = z.strictObject({
  /** The file was damaged or missing once: its facts are unknown, so nothing destructive may rely on "not in the ledger". */
  lost: z.boolean(),
  /** Id of the loss, while `lost`: an administrator accepts this loss, not a later one. */
  lossId: idSchema.nullable().default(null),
  /** Null: written by an earlier version. */
  binding: bindingSchema.nullable().default(null),
  /** Wipe orders that were open when a loss was accepted: whether they were carried out is unknown, so they never are. */
  doubtfulWipes: z.record(idSchema, z.literal(true)).default({}),
  /** Wipe orders whose wipe has begun, and whose end is not stored: stored before the first byte is erased, so that none is begun twice (S1). */
  begunWipes: z.record(idSchema, z.literal(true)).default({}),
  /** Wipe orders carried out: orderId → serial of the drive (S1: once per order). */
  wipeOrders: z.record(idSchema, z.string()),
  /** Wipe orders for which the drive accepted a sanitize. From then on the drive goes on by itself, and the agent only reads its log. */
  sanitizes: z.record(idSchema, z.enum(eraseActions)).default({}),
  /** Legs seen wiped: one without its LV or tag was tampered with, and the agent does not silently make it again. */
  wipedLegs: z.record(idSchema, z.literal(true)),
  /** volumeId, or id of a mirror set with an array of its own (`arrayIdOf`) → the array seen running. Kept when the volume leaves this node: it forbids a
   * second `mdadm --create`. */
  arrays: z.record(idSchema, arrayFactSchema),
  /** Attachments whose teardown has begun: no way back, the agent waits for a busy device. */
  detaching: z.record(idSchema, z.literal(true)),
  /** attachmentId → generation in which a detach was refused because the device was open. */
  refused: z.record(idSchema, z.int()),
  /** volumeId → newest attachments served. Kept when the volume leaves this node, to refuse an attachment that a later one has followed (S3). */
  served: z.record(idSchema, servedFactSchema).default({}),
  /** volumeId → key that its dm-crypt device was opened with here. Kept when the volume leaves this node, to refuse another key: it would destroy the data. */
  volumeKeys: z.record(idSchema, volumeKeyIdSchema).default({}),
  /** attachmentId → foreign addresses that were connected when the export was fenced because of them. It stays fenced. */
  foreignHosts: z.record(idSchema, z.strictObject({ addresses: z.array(z.string()), at: z.iso.datetime() })).default({}),
  /** attachmentId → limits that the agent set at the attachment's device. */
  limits: z.record(idSchema, limitsFactSchema).default({}),
  /** Null: no drill makes a fault here. */
  drill: drillFactSchema.nullable().default(null),
  /** By attachment id; of a mirror set with an array of its own: `scrubIdOf`. */
  scrubs: z.record(idSchema, scrubFactSchema).default({}),
  /** By id of the order. */
  freezes: z.record(idSchema, freezeFactSchema).default({}),
});
export type Facts = z.infer<typeof factsSchema>;

export const NO_FACTS: Facts = {
  lost: false,
  lossId: null,
  binding: null,
  doubtfulWipes: {},
  begunWipes: {},
  wipeOrders: {},
  sanitizes: {},
  wipedLegs: {},
  arrays: {},
  detaching: {},
  refused: {},
  served: {},
  volumeKeys: {},
  foreignHosts: {},
  limits: {},
  drill: null,
  scrubs: {},
  freezes: {},
};

export type FactChange =
  | { fact: 'wipe-order-begun'; orderId: string }
  | { fact: 'wipe-order-done'; orderId: string; serial: string }
  | { fact: 'sanitize-accepted'; orderId: string; action: EraseAction }
  | { fact: 'leg-wiped'; legId: string }
  | { fact: 'leg-removed'; legId: string }
  /** `volumeId`: `arrayIdOf`. */
  | { fact: 'array'; volumeId: string; array: ArrayFact }
  | { fact: 'recent-writes-marked'; volumeId: string; legIds: readonly string[] }
  /** What this incarnation of the leg lacks, the bitmap marks. */
  | { fact: 'incarnation-covered'; volumeId: string; legId: string; nguid: string }
  | { fact: 'detaching'; attachmentId: string }
  | { fact: 'refused'; attachmentId: string; generation: number }
  | { fact: 'served'; volumeId: string; served: ServedFact }
  | { fact: 'volume-key'; volumeId: string; keyId: string }
  | { fact: 'foreign-host'; attachmentId: string; addresses: string[]; at: string }
  | { fact: 'limits'; attachmentId: string; limits: LimitsFact }
  | { fact: 'limits-removed'; attachmentId: string }
  | { fact: 'drill-begun'; drill: DrillFact }
  | { fact: 'drill-ended'; orderId: string }
  /** `attachmentId`: `scrubIdOf`. */
  | { fact: 'scrub'; attachmentId: string; scrub: ScrubFact }
  | { fact: 'freeze'; id: string; freeze: FreezeFact };

/** Pure: the facts after one change. */
export function applyFact(facts: Facts, change: FactChange): Facts {
  switch (change.fact) {
    case 'wipe-order-begun':
      return { ...facts, begunWipes: { ...facts.begunWipes, [change.orderId]: true } };
    case 'wipe-order-done': {
      const { orderId, serial } = change;
      return { ...facts, begunWipes: without(facts.begunWipes, orderId), wipeOrders: { ...facts.wipeOrders, [orderId]: serial } };
    }
    case 'sanitize-accepted':
      return { ...facts, sanitizes: { ...facts.sanitizes, [change.orderId]: change.action } };
    case 'leg-wiped':
      return { ...facts, wipedLegs: { ...facts.wipedLegs, [change.legId]: true } };
    case 'leg-removed':
      return { ...facts, wipedLegs: without(facts.wipedLegs, change.legId) };
    case 'array':
      return {
        ...facts,
        arrays: { ...facts.arrays, [change.volumeId]: { ...change.array, inSyncLegs: [...change.array.inSyncLegs].sort() } },
      };
    case 'recent-writes-marked':
      return withArray(facts, change.volumeId, ({ recentMarked = [], ...array }) => ({
        ...array,
        recentMarked: [...new Set([...recentMarked, ...change.legIds])].sort(),
      }));
    case 'incarnation-covered': {
      const { volumeId, legId, nguid } = change;
      return withArray(facts, volumeId, ({ recentMarked = [], incarnations, ...array }) => ({
        ...array,
        incarnations: { ...incarnations, [legId]: nguid },
        ...markedBut(recentMarked, [legId]),
      }));
    }
    case 'detaching':
      return { ...facts, detaching: { ...facts.detaching, [change.attachmentId]: true } };
    case 'refused':
      return { ...facts, refused: { ...facts.refused, [change.attachmentId]: change.generation } };
    case 'served':
      return { ...facts, served: { ...facts.served, [change.volumeId]: change.served } };
    case 'volume-key':
      return { ...facts, volumeKeys: { ...facts.volumeKeys, [change.volumeId]: change.keyId } };
    case 'foreign-host': {
      const { attachmentId, addresses, at } = change;
      return { ...facts, foreignHosts: { ...facts.foreignHosts, [attachmentId]: { addresses, at } } };
    }
    case 'limits':
      return { ...facts, limits: { ...facts.limits, [change.attachmentId]: change.limits } };
    case 'limits-removed':
      return { ...facts, limits: without(facts.limits, change.attachmentId) };
    case 'drill-begun':
      return { ...facts, drill: change.drill };
    case 'drill-ended':
      return facts.drill?.orderId === change.orderId ? { ...facts, drill: null } : facts;
    case 'scrub':
      return { ...facts, scrubs: { ...facts.scrubs, [change.attachmentId]: change.scrub } };
    case 'freeze':
      return { ...facts, freezes: { ...facts.freezes, [change.id]: change.freeze } };
  }
}

function withArray(facts: Facts, volumeId: string, change: (array: ArrayFact) => ArrayFact): Facts {
  const known = facts.arrays[volumeId];
  return known ? { ...facts, arrays: { ...facts.arrays, [volumeId]: change(known) } } : facts;
}

/** Legs with marks, without these. */
export function markedBut(recentMarked: readonly string[] = [], legIds: readonly string[]): Pick<ArrayFact, 'recentMarked'> {
  const left = recentMarked.filter((legId) => !legIds.includes(legId));
  return left.length > 0 ? { recentMarked: left } : {};
}

/** An administrator accepted the loss: a fact that is not in the ledger counts as false again, except for the wipe orders still open. */
export function acceptLoss(facts: Facts, openOrderIds: readonly string[]): Facts {
  const doubtful = Object.fromEntries(openOrderIds.filter((id) => facts.wipeOrders[id] === undefined).map((id) => [id, true as const]));
  return { ...facts, lost: false, lossId: null, doubtfulWipes: { ...facts.doubtfulWipes, ...doubtful } };
}

/** Removes the facts of attachments, exports and freezes that the assignment no longer lists. */
export function forgetUnlisted(
  facts: Facts,
  { attachments, exports, freezes = [] }: Pick<AssignmentContent, 'attachments' | 'exports' | 'freezes'>,
): Facts {
  const listed = <V>(record: Record<string, V>, by: readonly { attachmentId: string }[]) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => by.some(({ attachmentId }) => attachmentId === id)));
  const scrubbed = new Set(attachments.flatMap((attachment) => arraysOf(attachment).map(scrubIdOf)));
  return {
    ...facts,
    detaching: listed(facts.detaching, attachments),
    refused: listed(facts.refused, attachments),
    limits: listed(facts.limits, attachments),
    foreignHosts: listed(facts.foreignHosts, exports),
    scrubs: Object.fromEntries(Object.entries(facts.scrubs).filter(([id]) => scrubbed.has(id))),
    freezes: Object.fromEntries(Object.entries(facts.freezes).filter(([id]) => freezes.some((order) => order.id === id))),
  };
}

const without = <V>(record: Record<string, V>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => id !== key));
