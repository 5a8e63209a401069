import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { ObjectStatus, Process, Reason } from '@weft/shared/messages/report';
import type { FastState, HostConnection, MdSuperblock, SlowState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import type { FactChange, Facts } from '../ledger/facts.js';
import type { PathTimes } from './path-times.js';
import type { LegReturns } from './returns.js';

/** One operation of a plan. */
export interface Step {
  operation: Operation;
  /** Its failure does not hold up the steps after it: one path or portal of several. It has a back-off of its own. */
  mayFail: boolean;
}

/** What may be done NOW for one object, given what was observed. The loop observes again and plans again. */
export interface Plan<S extends ObjectStatus = ObjectStatus> {
  kind: S['kind'];
  id: string;
  status: S;
  steps: Step[];
  /** The first of these that has anything to run is run when all of `steps` wait for their back-off: what fails again and again must not hold it up. */
  otherwise?: Step[][];
  /** Stored before the first step is run and before the status is reported. */
  before: FactChange[];
  /** Stored after the last step succeeded, before anything is reported. */
  after: FactChange[];
}

/** What the planner of one object decided; the status is built around it. */
export interface Decision {
  state: ObjectStatus['state'];
  reason: Reason | null;
  steps: Step[];
  otherwise?: Step[][];
  before?: FactChange[];
  after?: FactChange[];
}

/** What commands had to find out for one attachment before it could be planned. */
export interface AttachmentProbe {
  /** By device path. Undefined: not asked for. */
  superblocks?: Map<string, MdSuperblock | null>;
  /** Devices whose superblock could not be read, of an array that runs. */
  unread?: Map<string, Reason>;
  /** Event counts of the members of an array that runs, by leg; of a leg out of reach the last one read. */
  events?: ReadonlyMap<string, number>;
  /** Who holds the top device. Undefined: not asked for. */
  holders?: Process[];
  /** The probing itself failed: nothing may be decided on its result. */
  failure?: Reason;
}

/** All that planners look at. */
export interface World {
  generation: number;
  content: AssignmentContent;
  fast: FastState;
  slow: SlowState;
  facts: Facts;
  /** driveId → device path; absent drives are missing. */
  driveDevices: ReadonlyMap<string, string>;
  /** By attachment id. */
  probes: ReadonlyMap<string, AttachmentProbe>;
  /** By subsystem NQN: since when it has had a live path, or none. */
  paths: ReadonlyMap<string, PathTimes>;
  /** Who is connected to exports of this node; null: not known. */
  connections: readonly HostConnection[] | null;
  /** By leg id, of mirrors that run here. */
  returns: ReadonlyMap<string, LegReturns>;
  nowMs: number;
  /** Clock of the node, milliseconds since 1970: for deadlines of orders. */
  wallMs: number;
}

export const must = (...operations: Operation[]): Step[] => operations.map((operation) => ({ operation, mayFail: false }));
export const mayFail = (...operations: Operation[]): Step[] => operations.map((operation) => ({ operation, mayFail: true }));

export const done = (before: FactChange[] = []): Decision => ({ state: 'done', reason: null, steps: [], before });
export const working = (steps: Step[], facts: { before?: FactChange[]; after?: FactChange[] } = {}): Decision => ({
  state: 'working',
  reason: null,
  steps,
  ...facts,
});
export const waiting = (code: string, message: string, more: Partial<Reason> & { steps?: Step[] } = {}): Decision =>
  decision('waiting', code, message, more);
/** Nothing that the agent may do will help: somebody has to look. */
export const failed = (code: string, message: string, more: Partial<Reason> & { steps?: Step[] } = {}): Decision =>
  decision('failed', code, message, more);

/** Will not be done, and nothing was changed: a new order is needed. */
export const refused = (code: string, message: string): Decision => decision('refused', code, message, {});

/** What the ledger forgot may have been done: not once more before an administrator accepts the loss (S14). */
export const ledgerLost = (unknown: string): Decision =>
  failed(
    'ledger-lost',
    `the facts of this node's ledger were lost: ${unknown}. Nothing was changed; an administrator has to accept the loss on the page of this node`,
  );

function decision(
  state: 'waiting' | 'failed' | 'refused',
  code: string,
  message: string,
  { steps = [], ...more }: Partial<Reason> & { steps?: Step[] },
): Decision {
  return { state, reason: { code, message, ...more }, steps };
}
