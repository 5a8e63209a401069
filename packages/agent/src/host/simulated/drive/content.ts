import type { Superblock } from './superblock.js';

/** Content of one place: a mark of its writer, or a superblock. */
export interface Block {
  mark?: string;
  superblock?: Superblock;
}

/** What one place holds; null: zeroes. */
export type Place = [offset: number, block: Block | null];

/** Bytes of a drive, as far as the simulation needs them. Everything else reads as zeroes. */
export class Content {
  readonly blocks: Map<number, Block>;

  constructor(
    blocks: Iterable<[number, Block]> = [],
    /** Called on every change, which has to outlive this process. */
    private readonly onChange: () => void = () => undefined,
  ) {
    this.blocks = new Map(blocks);
  }
  /** Called at each write to a place, with what it held and what it holds. */
  seen: ((offset: number, before: Block | null, after: Block | null) => void) | null = null;

  write(offset: number, block: Block): void {
    this.seen?.(offset, this.blocks.get(offset) ?? null, block);
    this.blocks.set(offset, block);
    this.onChange();
  }
  /** Exchanges what some places hold. @returns what they held before */
  exchange(places: readonly Place[]): Place[] {
    const before = places.map(([offset]): Place => [offset, this.blocks.get(offset) ?? null]);
    for (const [offset, block] of places)
      if (block) this.blocks.set(offset, block);
      else this.blocks.delete(offset);
    this.onChange();
    return before;
  }
  read(offset: number): Block | undefined {
    return this.blocks.get(offset);
  }
  zero(start: number, length: number): void {
    for (const [offset, block] of this.blocks)
      if (offset >= start && offset < start + length) {
        this.seen?.(offset, block, null);
        this.blocks.delete(offset);
      }
    this.onChange();
  }
}
