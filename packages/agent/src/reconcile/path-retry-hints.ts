import type { Inventory } from '@weft/shared/messages/inventory';
import type { FastState } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import { nicsByAddress } from './nics-by-address.js';

type Connect = Extract<Operation, { op: 'connect' }>;

/*
 * Signs that a path which could not be made can be made now, so that it need not wait for its back-off:
 *  - a server says that its target is back and exports again.
 *  - the NIC that it goes out of has its carrier again.
 * Seen in one round, and gone: an attempt that fails after it backs off as ever.
 */
export class GoodSigns {
  readonly #told = new Set<string>();
  /** NICs with a carrier in the last round; undefined before the first one: then nothing has come back. */
  #lit: ReadonlySet<string> | undefined;

  /** A server says that these subsystems are exported and their target is there. */
  tell(subsystemNqns: readonly string[]): void {
    for (const nqn of subsystemNqns) this.#told.add(nqn);
  }

  /** What has come back since the last call. */
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
