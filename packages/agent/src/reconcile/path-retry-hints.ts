import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { FastState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import { objectKey, stepKey } from '../plan/node/plan-node.js';
import type { Plan } from '../plan/plan.js';
import { AwaitedExports } from './awaited-exports.js';
import type { Backoff } from './backoff.js';
import { nicsByAddress } from './nics-by-address.js';

type Connect = Extract<Operation, { op: 'connect' }>;

/*
 * Hints that a failed path can be connected now, so that it need not wait for its back-off:
 *  - a server reports that its target is back and exports again.
 *  - the NIC that it uses has its carrier again.
 * Each hint counts in one round only: if the attempt then fails, the path backs off again.
 */
export class PathRetryHints {
  readonly #exported = new Set<string>();
  /** NICs with carrier in the last round; undefined before the first one, in which no NIC counts as back. */
  #withCarrier: ReadonlySet<string> | undefined;
  /** The first connects of new attachments wait for the same word. */
  readonly exports: AwaitedExports;

  /** @param attachments assigned before the agent started */
  constructor(now?: () => number, attachments?: readonly AttachmentAssignment[]) {
    this.exports = new AwaitedExports(now, attachments);
  }

  /** A server reports that a reachable target exports these subsystems. */
  add(subsystemNqns: readonly string[]): void {
    for (const nqn of subsystemNqns) this.#exported.add(nqn);
    this.exports.exported(subsystemNqns);
  }

  /** Connects whose target or NIC is back since the last call need not wait any longer. */
  renew(plans: readonly Plan[], fast: FastState, inventory: Inventory | null, backoff: Backoff): void {
    const isBack = this.#take(fast, inventory);
    for (const plan of plans)
      for (const { operation } of [plan.steps, ...(plan.otherwise ?? [])].flat())
        if (operation.op === 'connect' && isBack(operation)) backoff.renew(stepKey(objectKey(plan), operation));
  }

  #take(fast: FastState, inventory: Inventory | null): (connect: Connect) => boolean {
    const withCarrier = new Set(fast.nics.filter(({ carrier }) => carrier).map(({ name }) => name));
    const before = this.#withCarrier ?? withCarrier;
    this.#withCarrier = withCarrier;
    const back = new Set([...withCarrier].filter((name) => !before.has(name)));
    const exported = new Set(this.#exported);
    this.#exported.clear();
    const nicOf = nicsByAddress(inventory);
    return ({ nqn, hostAddress }) => exported.has(nqn) || back.has(nicOf(hostAddress) ?? '');
  }
}
