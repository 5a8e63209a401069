let aheadMs = 0;

/** Every answer says the server's time, in whole seconds: near enough to ask for a stretch of history. */
export function noteServerTime(headers: Headers, now = Date.now()): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(at)) aheadMs = at - now;
}

/** Now by the server's clock: a browser's clock an hour off must not ask for the wrong hour. */
export const serverNow = (now = Date.now()): number => now + aheadMs;
