import { HostError } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import type { Locks } from '../ledger/locks.js';
import { errorText } from '../log/log.js';
import type { Plan, Step } from '../plan/plan.js';
import { type AgentReason, reason } from '../reason/reason.js';

/*
 * Runs the steps of one object in order and decides nothing. It stops at the first failure of a step without `mayFail`,
 * and between two steps when the signal aborts.
 */
export interface Execution {
  /** The failure that stopped it. */
  failure: AgentReason | null;
  /** Steps with `mayFail` that failed. */
  tolerated: { step: Step; reason: AgentReason }[];
  /** True when the signal stopped it before its end. */
  stopped: boolean;
  performed: Operation[];
}

export type Perform = (operation: Operation, signal?: AbortSignal) => Promise<void>;

export async function execute(plan: Pick<Plan, 'steps'>, perform: Perform, locks: Locks, signal: AbortSignal): Promise<Execution> {
  const result: Execution = { failure: null, tolerated: [], stopped: false, performed: [] };
  for (const step of plan.steps) {
    if (signal.aborted) return { ...result, stopped: true };
    try {
      const ran = await locks.hold(lockOf(step.operation), async () => {
        // The step may have waited long for the lock, and be obsolete.
        if (signal.aborted) return false;
        await perform(step.operation, isLong(step.operation) ? signal : undefined);
        return true;
      });
      if (!ran) return { ...result, stopped: true };
      result.performed.push(step.operation);
    } catch (error) {
      if (signal.aborted && isLong(step.operation)) return { ...result, stopped: true };
      const failure = reasonOf(error, step.operation);
      if (!step.mayFail) return { ...result, failure };
      result.tolerated.push({ step, reason: failure });
    }
  }
  return result;
}

/** May be cut short at any time: it starts over the next time. All other operations run to completion. */
export const isLong = ({ op }: Operation): boolean => op === 'wipe-logical-volume' || op === 'wipe-drive';

/** LVM's own metadata lock is per group; running one command at a time keeps them from waiting on each other and timing out. */
function lockOf(operation: Operation): string | null {
  switch (operation.op) {
    case 'create-volume-group':
    case 'remove-volume-group':
    case 'create-logical-volume':
    case 'activate-logical-volume':
    case 'reactivate-logical-volume':
    case 'remove-logical-volume':
    case 'merge-logical-volume':
    case 'settle-logical-volume':
    case 'label-logical-volume':
      return 'lvm';
    // A wipe takes long and must not block other drives.
    case 'wipe-logical-volume':
      return `wipe ${operation.vg}`;
    // Checking that no other subsystem has the leg enabled, and enabling it, must be atomic.
    case 'enable-namespace':
      return `enable ${operation.uuid ?? operation.nqn}`;
    // Finding a free port id and making the port must be atomic.
    case 'link-port':
    case 'remove-subsystem':
      return 'nvmet-ports';
    default:
      return null;
  }
}

/** Longest stderr that fits the report's schema. */
const STDERR_CHARACTERS = 8192;

export function reasonOf(error: unknown, operation?: Operation): AgentReason {
  const params = { operation: operation?.op, failure: errorText(error) };
  if (!(error instanceof HostError)) return reason('internal', params);
  const { command, exitCode, stderr } = error;
  return reason(
    operation?.op === 'check-drained' ? 'not-drained' : error.code,
    { ...params, failure: error.message },
    {
      ...{ command, exitCode, stderr: stderr.slice(-STDERR_CHARACTERS) },
    },
  );
}
