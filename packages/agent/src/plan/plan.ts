import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { ObjectStatus, Process } from '@weft/shared/messages/report';
import type { AgentCode, AgentParams } from '@weft/shared/text/catalogue/agent/agent-messages';
import type { FastState, HostConnection, LimitsState, MdSuperblock, SlowState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import type { FactChange, Facts } from '../ledger/facts.js';
import { type AgentReason, type ReasonDetails, reason } from '../reason/reason.js';
import type { PathTimes } from './path-times.js';
import type { LegReturns } from './returns.js';

/** One operation of a plan. */
export interface Step {
  operation: Operation;
  /** If this step fails, the steps after it still run: it is one path or portal of several. It has its own back-off. */
  mayFail: boolean;
}

/** Steps that the agent may run NOW for one object in its observed state. The loop then observes and plans again. */
export interface Plan<S extends ObjectStatus = ObjectStatus> {
  kind: S['kind'];
  id: string;
  status: S;
  steps: Step[];
  /** While all of `steps` wait for their back-off, the loop runs the first of these that can run: a repeated failure must not block them. */
  otherwise?: Step[][];
  /** Stored before the first step runs and before the status is reported. */
  before: FactChange[];
  /** Stored when the turn of the first step has come, right before it runs: that it may have begun. */
  begin?: FactChange[];
  /** The first step may not run later than this, in milliseconds since 1970: its turn may come after hours. Undefined: any time. */
  beginBy?: number | undefined;
  /** Stored after the last step succeeded, before anything is reported. */
  after: FactChange[];
}

/** Decision of one object's planner; the status is built from it. */
export interface Decision {
  state: ObjectStatus['state'];
  reason: AgentReason | null;
  steps: Step[];
  otherwise?: Step[][];
  before?: FactChange[];
  begin?: FactChange[];
  beginBy?: number | undefined;
  after?: FactChange[];
}

/** Results of the commands that one attachment's plan needs. */
export interface AttachmentProbe {
  /** By device path. Undefined: not requested. */
  superblocks?: Map<string, MdSuperblock | null>;
  /** Devices whose superblock could not be read. */
  unread?: Map<string, AgentReason>;
  /** md event counts of the members of a running array, by leg; for an unreachable leg the last count read. */
  events?: ReadonlyMap<string, number>;
  /** Processes that hold the top device. Undefined: not requested. */
  holders?: Process[];
  /** The commands themselves failed: no decision may rest on their result. */
  failure?: AgentReason;
}

/** Input of all planners. */
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
  /** By subsystem NQN: whether it has a live path, and since when. */
  paths: ReadonlyMap<string, PathTimes>;
  /** Hosts connected to exports of this node; null: unknown. */
  connections: readonly HostConnection[] | null;
  /** Limits per client. Null: not read, because none is assigned or left. */
  limits: LimitsState | { failure: AgentReason } | null;
  /** By leg id, for running mirrors. */
  returns: ReadonlyMap<string, LegReturns>;
  /** By attachment id: share of recent I/O that took longer than the objective of its scrub. Missing: not measured. */
  slowShares?: ReadonlyMap<string, number> | undefined;
  /** Names this process of the agent: another one has another name. */
  run: string;
  nowMs: number;
  /** The node's clock in milliseconds since 1970, for deadlines of orders. */
  wallMs: number;
}

export const must = (...operations: Operation[]): Step[] => operations.map((operation) => ({ operation, mayFail: false }));
export const mayFail = (...operations: Operation[]): Step[] => operations.map((operation) => ({ operation, mayFail: true }));

export const done = (before: FactChange[] = []): Decision => ({ state: 'done', reason: null, steps: [], before });
export const working = (steps: Step[], facts: Pick<Decision, 'before' | 'begin' | 'beginBy' | 'after'> = {}): Decision => ({
  state: 'working',
  reason: null,
  steps,
  ...facts,
});
export const waiting = <C extends AgentCode>(code: C, params: AgentParams<C>, details: ReasonDetails = {}): Decision => ({
  state: 'waiting',
  reason: reason(code, params, details),
  steps: [],
});
/** The agent cannot solve it: an administrator has to act. */
export const failed = <C extends AgentCode>(code: C, params: AgentParams<C>, details: ReasonDetails = {}): Decision => ({
  state: 'failed',
  reason: reason(code, params, details),
  steps: [],
});

/** The lost ledger may have recorded this as done: the agent does not repeat it before an administrator accepts the loss (S14). */
export const ledgerLost = (unknown: AgentParams<'ledger-lost'>): Decision => failed('ledger-lost', unknown);
