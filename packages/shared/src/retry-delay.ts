/** How long to wait before something that failed is tried again. Every retry of the servers and agents takes its delays from here. */
export interface RetryDelay {
  /** After the first failure; doubles with each further one. */
  firstMs: number;
  longestMs: number;
  /** Share of the delay that is random, 0 to 1: callers that failed together must not retry together. */
  jitter: number;
}

/** @param failures number of failures in a row, 1 or more. @returns milliseconds. */
export function retryDelayMs({ firstMs, longestMs, jitter }: RetryDelay, failures: number, random: () => number = Math.random): number {
  const delay = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return delay * (1 - jitter + jitter * random());
}
