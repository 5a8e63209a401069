/**
 * What the next look at the host has to read.
 *  - full: everything that needs no command.
 *  - quick: the same, with values from memory that cannot change while in use.
 *  - mappings: device-mapper devices; the rest is as at the last look.
 */
export type Look = 'full' | 'quick' | 'mappings';

/**
 * Chooses it by what may have changed since the last one. While a client's I/O is held, only the parts of a freeze run, and they change nothing but mappings: a
 * look at everything before and after each of them would hold it longer.
 */
export class NextLook {
  #changed: 'nothing' | 'mappings' | 'anything' = 'nothing';
  /** In the last round, nothing that needs a full look was left to do. */
  isIdle = false;

  changedMappings(): void {
    if (this.#changed === 'nothing') this.#changed = 'mappings';
  }
  changedAnything(): void {
    this.#changed = 'anything';
  }

  /** @param running steps of objects that have not ended */
  take({ isFull, running }: { isFull: boolean; running: readonly { ofFreeze: boolean }[] }): Look {
    const changed = this.#changed;
    this.#changed = 'nothing';
    if (isFull || !this.isIdle) return 'full';
    return changed === 'mappings' && running.every(({ ofFreeze }) => ofFreeze) ? 'mappings' : 'quick';
  }
}
