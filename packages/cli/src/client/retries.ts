import type { Retry } from '@weft/shared/load/retry';

/** Every retry of the command line. `docs/decisions/retries.md` lists them. */
export const retries = {
  busy: {
    retries: 'a request that the server refused with 429, or with 503 if a repetition has no further effect',
    ...{ firstMs: 1000, longestMs: 30_000, jitter: 0 },
    until: '5 attempts were refused; the command then fails with exit code 9',
    because: 'the server sends Retry-After, which is the delay; a create has one Idempotency-Key for all its attempts',
  },
  jobRead: {
    retries: 'reading a job that a command waits for, without an answer',
    ...{ firstMs: 1000, longestMs: 5000, jitter: 0.5 },
    until: '60 s have passed without an answer, or `--timeout`; the command then fails with exit code 9, and the job continues',
    because: 'a server restarts during an upgrade; the job continues without the command',
  },
  deviceLogin: {
    retries: 'polling a login of `weft login --oidc`, without an answer of the server or the provider',
    ...{ firstMs: 5000, longestMs: 30_000, jitter: 0 },
    until: 'the login has expired, after 15 minutes at most; the command then fails with exit code 3',
    because: 'the user approves it at the provider meanwhile; RFC 8628, 3.5 asks for longer waits after a time-out',
  },
} as const satisfies Record<string, Retry>;

export const REQUEST_ATTEMPTS = 5;
/** How long `job wait` bears a server without an answer. */
export const JOB_READ_MS = 60_000;

/** @returns milliseconds until the next attempt; undefined: none. RFC 9110, 10.2.3: seconds or a date; Weft sends seconds. */
export function retryAfterMs(status: number, retryAfter: string | undefined, repeatable: boolean): number | undefined {
  if (status !== 429 && !(status === 503 && repeatable)) return undefined;
  const seconds = Number(retryAfter);
  if (retryAfter === undefined || !Number.isFinite(seconds)) return undefined;
  const ms = Math.max(retries.busy.firstMs, seconds * 1000);
  return ms > retries.busy.longestMs ? undefined : ms;
}
