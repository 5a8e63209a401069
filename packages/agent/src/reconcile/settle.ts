/** Waits until all have ended, or for so many milliseconds. */
export async function settle(started: Promise<void>[], withinMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  await Promise.race([Promise.allSettled(started), limit]);
  clearTimeout(timer);
}
