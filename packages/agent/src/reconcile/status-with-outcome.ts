import { HOST_UNREADABLE, type ObjectStatus, type Reason } from '@weft/shared/messages/report';

/** What the loop knows of an object beyond its plan. */
export interface Circumstances {
  /** Its steps are being started now. */
  running: boolean;
  /** Why its last step failed. */
  failure: Reason | undefined;
  /** Why a step with `mayFail` failed (one path of several, one leg's return), with the code to use where the volume is usable. */
  tolerated: Reason | undefined;
  /** Why the ledger could not be written. */
  unsaved: string | null;
  /** Why the state of the target side could not be read. */
  slowFailure: Reason | null;
}

/** The status to report: the plan's, with the outcome of its steps. A failure stays visible during the retry. */
export function overlay<S extends ObjectStatus>(status: S, { running, failure, tolerated, unsaved, slowFailure }: Circumstances): S {
  if (slowFailure) return { ...status, state: 'failed', reason: { ...slowFailure, code: HOST_UNREADABLE } };
  if (unsaved) return { ...status, state: 'failed', reason: { code: 'ledger-unwritable', message: unsaved } };
  if (failure) return { ...status, state: failure.code === 'not-drained' ? 'waiting' : 'failed', reason: failure };
  if (tolerated) {
    // The plan knows the node that it waits for, the executor the command's output: the reason contains both.
    if (status.reason)
      return {
        ...status,
        reason: { ...status.reason, command: tolerated.command, exitCode: tolerated.exitCode, stderr: tolerated.stderr },
      };
    const usable = status.kind === 'attachment' && status.observed.available;
    return { ...status, state: usable ? 'waiting' : 'failed', reason: usable ? tolerated : { ...tolerated, code: 'command-failed' } };
  }
  return running ? { ...status, state: 'working', reason: null } : status;
}
