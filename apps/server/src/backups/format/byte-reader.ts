/** Reads exact numbers of bytes from a stream; holds at most one of its buffers beyond what was asked for. */
export class ByteReader {
  private readonly iterator: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.iterator = source[Symbol.asyncIterator]();
  }

  /** @returns `size` bytes, or fewer at the end of the stream. */
  async upTo(size: number): Promise<Buffer> {
    const parts = [this.rest];
    for (let length = this.rest.length; length < size; ) {
      const { value, done } = await this.iterator.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    const all = parts.length === 1 ? this.rest : Buffer.concat(parts);
    this.rest = all.subarray(size);
    return all.subarray(0, size);
  }

  /** @throws the error of `short` when the stream ends before `size` bytes. */
  async exactly(size: number, short: () => Error): Promise<Buffer> {
    const read = await this.upTo(size);
    if (read.length < size) throw short();
    return read;
  }

  async isAtEnd(): Promise<boolean> {
    const next = await this.upTo(1);
    this.rest = next.length === 0 ? this.rest : Buffer.concat([next, this.rest]);
    return next.length === 0;
  }
}
