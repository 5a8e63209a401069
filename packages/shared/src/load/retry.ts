/** Delays between a failure and the next attempt. */
export interface RetryDelay {
  /** After the first failure; doubles with each further one. */
  firstMs: number;
  longestMs: number;
  /** Share of the delay that is random, 0 to 1: callers that failed together must not retry together. */
  jitter: number;
}

/** One retry of a program. Each program has one table of them: `core/load/retries.ts` of the server, `load/retries.ts` of the agent. */
export interface Retry extends RetryDelay {
  /** The work that is retried. */
  retries: string;
  /** What ends the retries: a success is not named. */
  until: string;
  /** Why a further attempt may succeed, and why with these delays. */
  because: string;
}

/** @param failures number of failures in a row, 1 or more. @returns milliseconds. */
export function retryDelayMs({ firstMs, longestMs, jitter }: RetryDelay, failures: number, random: () => number = Math.random): number {
  const delay = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return delay * (1 - jitter + jitter * random());
}

const shown = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** The rows of a table in `docs/decisions/retries.md`. */
export const retryRows = (table: Readonly<Record<string, Retry>>): string[] =>
  Object.values(table).map(({ retries, firstMs, longestMs, jitter, until, because }) => {
    const delays = firstMs === longestMs ? shown(firstMs) : `${shown(firstMs)} to ${shown(longestMs)}`;
    return `| ${retries} | ${delays} | ${jitter * 100} % | ${until} | ${because} |`;
  });
