import { HOST_UNREADABLE, type ObjectStatus } from '@weft/shared/messages/report';
import type { FailureCode } from '@weft/shared/text/catalogue/agent/agent-messages';
import type { Operation } from '../host/operations.js';
import type { Plan } from '../plan/plan.js';
import { type AgentReason, recoded } from '../reason/reason.js';

/** What the failure of a step with `mayFail` means, if it is not the return of a leg. */
const TOLERATED: { [Op in Operation['op']]?: FailureCode } = {
  connect: 'path-missing',
  'start-check': 'scrub-not-done',
  'stop-check': 'scrub-not-done',
};

/** The failure of a step with `mayFail`: a path, or one leg's return. */
export function toleratedIn({ steps }: Plan, failureOf: (operation: Operation) => AgentReason | undefined): AgentReason | undefined {
  for (const { operation } of steps) {
    const failure = operation.op === 'set-io-limits' ? undefined : failureOf(operation);
    if (failure) return recoded(failure, TOLERATED[operation.op] ?? 'leg-not-taken');
  }
  return undefined;
}

/** What the loop knows of an object beyond its plan. */
export interface Circumstances {
  /** Its steps are being started now. */
  running: boolean;
  /** Why its last step failed. */
  failure: AgentReason | undefined;
  /** Why a step with `mayFail` failed (one path of several, one leg's return), with the code to use where the volume is usable. */
  tolerated: AgentReason | undefined;
  /** Why the ledger could not be written. */
  unsaved: AgentReason | null;
  /** Why the state of the target side could not be read. */
  slowFailure: AgentReason | null;
}

/** The status to report: the plan's, with the outcome of its steps. A failure stays visible during the retry. */
export function withOutcome<S extends ObjectStatus>(status: S, { running, failure, tolerated, unsaved, slowFailure }: Circumstances): S {
  if (slowFailure) return { ...status, state: 'failed', reason: recoded(slowFailure, HOST_UNREADABLE) };
  if (unsaved) return { ...status, state: 'failed', reason: unsaved };
  if (failure) return { ...status, state: failure.code === 'not-drained' ? 'waiting' : 'failed', reason: failure };
  if (tolerated) {
    // The plan knows the node that it waits for, the executor the command's output: the reason contains both.
    if (status.reason)
      return {
        ...status,
        reason: { ...status.reason, command: tolerated.command, exitCode: tolerated.exitCode, stderr: tolerated.stderr },
      };
    const usable = status.kind === 'attachment' && status.observed.available;
    return { ...status, state: usable ? 'waiting' : 'failed', reason: usable ? tolerated : recoded(tolerated, 'command-failed') };
  }
  return running ? { ...status, state: 'working', reason: null } : status;
}

/** Limits that could not be set leave the attachment as it is, so their failure is reported beside them. */
export function withLimitsFailure({ status, steps }: Plan, failureOf: (operation: Operation) => AgentReason | undefined): ObjectStatus {
  if (status.kind !== 'attachment' || !status.observed.limits) return status;
  const failure = steps.map(({ operation }) => (operation.op === 'set-io-limits' ? failureOf(operation) : undefined)).find(Boolean);
  return failure ? { ...status, observed: { ...status.observed, limits: { ...status.observed.limits, reason: failure } } } : status;
}
