import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { benchmarkStepResultSchema } from './benchmark-orders.js';
import { boundedList, MAX } from './bounded.js';
import { nqnSchema } from './nvme.js';
import { reasonSchema } from './report.js';

/*
 * Orders of a drill, beside the assignment: a verifying load, or a fault that an agent makes at its own node and takes back by itself. A fault is never
 * more than a bounded deviation from the assignment: the agent's plans follow it until its end, and put everything back from then on. It ends at its
 * deadline, when no server lists the order any more, when its load meets an I/O error, when what it leaves is not redundant any more, and when the agent
 * or the node restarts. So it ends whoever dies.
 */

/** Longest fault, seconds. */
export const MAX_DRILL_SECONDS = 300;
/** A fault whose order no server has listed for this long ends, seconds: its load may have failed elsewhere. */
export const DRILL_UNLISTED_SECONDS = 15;
/** Servers list open orders again at this interval, seconds. */
export const DRILL_LISTED_EVERY_SECONDS = 3;

export const drillFaultSchema = z.discriminatedUnion('kind', [
  /** At the client: one controller, to one target through one storage network, for one attachment. */
  z.strictObject({
    kind: z.literal('close-path'),
    attachmentId: idSchema,
    subsystemNqn: nqnSchema,
    storageNetwork: nameSchema.max(MAX.name),
  }),
  /** At the client: one mirror half fails in md. */
  z.strictObject({ kind: z.literal('fail-leg'), attachmentId: idSchema, legId: idSchema }),
  /** At a target: no export listens on this storage network. Its NIC stays up. */
  z.strictObject({ kind: z.literal('cut-network'), storageNetwork: nameSchema.max(MAX.name) }),
  /** At a target: no export listens at all. */
  z.strictObject({ kind: z.literal('stop-exports') }),
  /** At any node: its agent is killed, and its service manager starts it again. */
  z.strictObject({ kind: z.literal('kill-agent') }),
]);
export type DrillFault = z.infer<typeof drillFaultSchema>;
/** Faults that plans hold for a time. */
export type HeldFault = Exclude<DrillFault, { kind: 'kill-agent' }>;

const taskSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('load'),
    volume: z.strictObject({
      volumeId: idSchema,
      name: nameSchema.max(MAX.name),
      sizeBytes: z.int().min(1),
      /** A volume that holds data is written all the same. */
      mayHoldData: z.boolean(),
    }),
    seconds: z.int().min(1).max(3600),
  }),
  z.strictObject({ kind: z.literal('fault'), fault: drillFaultSchema, seconds: z.int().min(1).max(MAX_DRILL_SECONDS) }),
]);

export const drillOrderSchema = z.strictObject({
  id: idSchema,
  drillId: idSchema,
  task: taskSchema,
  /** The agent has reported that it runs. An agent that does not know it has restarted, and must not run it again. */
  wasStarted: z.boolean(),
});
export type DrillOrder = z.infer<typeof drillOrderSchema>;
export type LoadTask = Extract<DrillOrder['task'], { kind: 'load' }>;
export type FaultTask = Extract<DrillOrder['task'], { kind: 'fault' }>;

/** Every open order of a node. */
export const drillOrdersSchema = z.strictObject({ orders: boundedList(drillOrderSchema, 4) });
export type DrillOrders = z.infer<typeof drillOrdersSchema>;

/** About one order. `attempt`: a new one for each start, so that a server sees that an agent has restarted. */
export const drillNewsSchema = z.discriminatedUnion('state', [
  z.strictObject({
    id: idSchema,
    attempt: idSchema,
    state: z.literal('running'),
    /** Of a fault: the host shows it. Of a load: it runs. */
    isInForce: z.boolean(),
  }),
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('failed'), reason: reasonSchema }),
  /** `result`: of a load; null: the end of a fault, which the agent has taken back. */
  z.strictObject({ id: idSchema, attempt: idSchema, state: z.literal('done'), result: benchmarkStepResultSchema.nullable() }),
]);
export type DrillNews = z.infer<typeof drillNewsSchema>;
