import type { Inventory } from '@weft/shared/messages/inventory';
import type { FastState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import { nicsByAddress } from './nics-by-address.js';

type Connect = Extract<Operation, { op: 'connect' }>;

/*
 * Signs that a failed path can be connected now, so that it need not wait for its back-off:
 *  - a server reports that its target is back and exports again.
 *  - the NIC that it uses has its carrier again.
 * Each sign counts in one round only: if the attempt then fails, the path backs off again.
 */
export class GoodSigns {
  readonly #told = new Set<string>();
  /** NICs with carrier in the last round; undefined before the first one, in which no NIC counts as back. */
  #lit: ReadonlySet<string> | undefined;

  /** A server reports that a reachable target exports these subsystems. */
  tell(subsystemNqns: readonly string[]): void {
    for (const nqn of subsystemNqns) this.#told.add(nqn);
  }

  /** Tells which connects have their target or NIC back since the last call. */
  take(fast: FastState, inventory: Inventory | null): (connect: Connect) => boolean {
    const lit = new Set(fast.nics.filter(({ carrier }) => carrier).map(({ name }) => name));
    const before = this.#lit ?? lit;
    this.#lit = lit;
    const relit = new Set([...lit].filter((name) => !before.has(name)));
    const told = new Set(this.#told);
    this.#told.clear();
    const nicOf = nicsByAddress(inventory);
    return ({ nqn, hostAddress }) => told.has(nqn) || relit.has(nicOf(hostAddress) ?? '');
  }
}
