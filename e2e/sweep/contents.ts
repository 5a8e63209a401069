/** Values that a block may hold: the last acknowledged value, and values of later writes that were not answered. */
interface Block {
  allowed: Set<string>;
  acknowledged: Set<string>;
}

/** The writes that clients saw acknowledged. At first there are none: a volume is zeroed before a client first sees it (S2). */
export class Contents {
  readonly #blocks = new Map<string, Block>();

  begun(volumeId: string, offset: number, value: string): void {
    this.#block(volumeId, offset).allowed.add(value);
  }
  acknowledged(volumeId: string, offset: number, value: string): void {
    const block = this.#block(volumeId, offset);
    block.allowed = new Set([value]);
    block.acknowledged.add(value);
  }
  /** @returns a description of the mismatch, or null. */
  read(volumeId: string, offset: number, copies: readonly string[], pending: string | undefined): string | null {
    const block = this.#block(volumeId, offset);
    const values = [...new Set(copies)];
    const words = values.map((value) => `"${value}"`).join(' and ');
    if (values.length > 1) return `copies at ${offset} differ: ${words}`;
    const [value = ''] = values;
    if (!block.allowed.has(value)) return `${words} at ${offset}, not ${[...block.allowed].map((each) => `"${each}"`).join(' or ')}`;
    block.allowed = new Set(pending === undefined ? [value] : [value, pending]);
    return null;
  }
  /** The second volume has now what the first one may have: it is a snapshot, or is rolled back to one. */
  copied(fromId: string, toId: string): void {
    for (const key of [...this.#blocks.keys()]) if (key.startsWith(`${toId} `)) this.#blocks.delete(key);
    for (const [key, { allowed, acknowledged }] of [...this.#blocks])
      if (key.startsWith(`${fromId} `))
        this.#blocks.set(`${toId}${key.slice(fromId.length)}`, { allowed: new Set(allowed), acknowledged: new Set(acknowledged) });
  }
  /** Whether both volumes may have the same at this place. */
  isSame(volumeId: string, otherId: string, offset: number): boolean {
    const { allowed } = this.#block(otherId, offset);
    return [...this.#block(volumeId, offset).allowed].some((value) => allowed.has(value));
  }
  isAllowed(volumeId: string, offset: number, value: string): boolean {
    return this.#block(volumeId, offset).allowed.has(value);
  }
  /** An administrator accepted the loss of data that only some legs may have. */
  lossAccepted(volumeId: string): void {
    for (const [key, block] of this.#blocks)
      if (key.startsWith(`${volumeId} `)) block.allowed = new Set([...block.acknowledged, ...block.allowed, '']);
  }

  #block(volumeId: string, offset: number): Block {
    const key = `${volumeId} ${offset}`;
    const block = this.#blocks.get(key) ?? { allowed: new Set(['']), acknowledged: new Set<string>() };
    this.#blocks.set(key, block);
    return block;
  }
}
