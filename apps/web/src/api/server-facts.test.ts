import { expect, test, vi } from 'vitest';
import { serverNow } from './server-clock.js';
import { noteHeaders, serverFacts } from './server-facts.js';

const answer = (headers: Record<string, string>, status = 200) => noteHeaders(new Response(null, { status, headers }));

test('keeps the moment of the first old answer until an answer is current', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12, 0, 20) });
  try {
    // Other tests in this process may have set the offset of the server's clock.
    const current = new Date(serverNow() - 20_000).toISOString();
    answer({ age: '20' });
    expect(serverFacts().dataAt).toBe(current);
    const before = serverFacts();
    vi.advanceTimersByTime(10_000);
    answer({ age: '31' });
    answer({}, 503);
    expect(serverFacts()).toBe(before);
    answer({});
    expect(serverFacts().dataAt).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
