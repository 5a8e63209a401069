/**
 * Milliseconds for durations: back-off, pauses, how long a path has been lost. Setting the machine's clock does not affect it
 * (CLOCK_MONOTONIC, clock_gettime(2)): an hour back must not delay a retry by an hour, an hour ahead must not end a leg at once.
 */
export const steadyMs = (): number => performance.timeOrigin + performance.now();
