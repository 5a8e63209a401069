/**
 * Waits for `ms`, or until `signal` aborts. Leaves no listener on the signal: that of a lease lives as long as the server holds it.
 * @param onBegin is given what ends the wait before its time
 */
export const pause = (ms: number, signal: AbortSignal, onBegin?: (end: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    onBegin?.(done);
  });
