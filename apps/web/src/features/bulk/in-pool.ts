/** Does `work` for each item, so many at a time, in order. Stopped: what has begun is finished, and nothing else begins. `work` says itself what went wrong. */
export async function inPool<T>(items: readonly T[], width: number, signal: AbortSignal, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      if (signal.aborted) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
