let aheadMs = 0;

/** Every response carries the server's time in whole seconds: precise enough to request a range of history. */
export function noteServerTime(headers: Headers, now = Date.now()): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(at)) aheadMs = at - now;
}

/** Current time by the server's clock: a browser clock that is an hour off must not select the wrong hour. */
export const serverNow = (now = Date.now()): number => now + aheadMs;
