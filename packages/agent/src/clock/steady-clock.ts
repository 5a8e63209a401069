/**
 * Milliseconds for spans of time: back-off, pauses, how long a path has been lost. Goes on evenly when somebody sets the machine's clock
 * (CLOCK_MONOTONIC, clock_gettime(2)): an hour back must not hold a retry up for an hour, an hour ahead must not end a leg at once.
 */
export const steadyMs = (): number => performance.timeOrigin + performance.now();
