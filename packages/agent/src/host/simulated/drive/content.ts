import type { Superblock } from './superblock.js';

/** Content of one place: a mark of its writer, or a superblock. */
export interface Block {
  mark?: string;
  superblock?: Superblock;
}

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
  write(offset: number, block: Block): void {
    this.blocks.set(offset, block);
    this.onChange();
  }
  read(offset: number): Block | undefined {
    return this.blocks.get(offset);
  }
  zero(start: number, length: number): void {
    for (const offset of this.blocks.keys()) if (offset >= start && offset < start + length) this.blocks.delete(offset);
    this.onChange();
  }
}
