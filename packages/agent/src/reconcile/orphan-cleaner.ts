import type { OrphanOrder, OrphanOutcome } from '@weft/shared/messages/orphan-orders';
import { execute, reasonOf } from '../execute/execute.js';
import { type Host, HostError } from '../host/host.js';
import { identified } from '../host/identity.js';
import type { Operation } from '../host/operations.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Locks } from '../ledger/locks.js';
import type { Log } from '../log/log.js';
import { NOTHING_ASSIGNED } from '../plan/node/plan-orphans.js';
import { type AgentReason, reason } from '../reason/reason.js';
import { orphanOf, orphanRemoval } from './orphan-cleaning.js';

/** Orders of the connected server, and where their outcomes go. */
export interface OrphanOrderBook {
  /** Orders without an outcome. Empty while no server is connected. */
  open: () => readonly OrphanOrder[];
  ended: (outcome: OrphanOutcome) => void;
}

interface CleanerSettings {
  host: Pick<Host, 'observeFast' | 'observeSlow' | 'holders' | 'connections' | 'localDrive' | 'perform'>;
  ledger: Pick<Ledger, 'assignment' | 'assignmentLost'>;
  orphanOrders?: OrphanOrderBook;
  log: Log;
  locks: Locks;
  /** The host may have changed. */
  onDone?: () => void;
}

/**
 * Removes orphans that a person named, one after the other, beside the loop: a command that hangs must not keep a fence waiting. Each order ends with its
 * first attempt; a person may give a new one.
 */
export class OrphanCleaner {
  #running: Promise<void> | null = null;

  constructor(private readonly settings: CleanerSettings) {}

  /** Begins to work on the open orders, if there are any and it does not work already. */
  begin(signal: AbortSignal): void {
    if (this.#running || signal.aborted || !this.settings.orphanOrders?.open().length) return;
    this.#running = this.act(signal).finally(() => {
      this.#running = null;
      this.settings.onDone?.();
    });
  }

  /** Resolves when nothing runs. */
  async ended(): Promise<void> {
    await this.#running;
  }

  async act(signal: AbortSignal): Promise<void> {
    const { orphanOrders, log } = this.settings;
    for (const order of orphanOrders?.open() ?? []) {
      if (signal.aborted) return;
      const failure = await this.#remove(order, signal).catch((error: unknown) => reasonOf(error));
      if (failure === 'stopped') return;
      if (failure)
        log('warn', `an orphan was not removed: ${failure.message}`, { order, exitCode: failure.exitCode, stderr: failure.stderr });
      else log('info', 'done: an orphan is removed', { order });
      orphanOrders?.ended({ id: order.id, reason: failure });
    }
  }

  /** @returns why it is still there. @throws HostError when the host cannot be read. */
  async #remove(order: OrphanOrder, signal: AbortSignal): Promise<AgentReason | null | 'stopped'> {
    const { host, ledger, locks, log } = this.settings;
    if (ledger.assignmentLost) return reason('orphans-unknown', {});
    const content = () => ledger.assignment?.content ?? NOTHING_ASSIGNED;
    const [fast, slow] = [await host.observeFast(), await host.observeSlow()];
    const removal = await orphanRemoval(order, { content: content(), fast, slow }, host);
    if (removal.state === 'gone') return null;
    if (removal.state === 'refused') return removal.reason;
    const perform = async (operation: Operation) => {
      // The assignment may have changed since.
      if (!orphanOf(order, { content: content(), fast, slow }))
        throw new HostError(`${removal.orphan.name} is listed by an assignment now`, [operation.op], null, '', {
          code: 'identity-changed',
        });
      await host.perform(identified(operation, removal.seen));
      log('info', `done: ${operation.op}`, { order, operation });
    };
    const steps = removal.operations.map((operation) => ({ operation, mayFail: false }));
    const { failure, stopped } = await execute({ steps }, perform, locks, signal);
    return stopped ? 'stopped' : failure;
  }
}
