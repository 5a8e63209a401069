/** Runs `work` for each item in order, `width` at a time. After an abort it starts no further item; running ones finish. `work` handles its own errors. */
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
