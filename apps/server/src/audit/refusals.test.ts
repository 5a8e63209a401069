import { describe, expect, it } from 'vitest';
import type { RequestEntry } from './documents/audit.document.js';
import { Refusals } from './refusals.js';

const refusal = (change: Partial<RequestEntry['request']> = {}, by = 'anonymous'): RequestEntry => ({
  at: new Date(0),
  by,
  action: 'refusal',
  subject: null,
  statements: [],
  request: {
    id: 'r',
    route: 'login',
    address: '10.0.0.1',
    name: 'admin',
    status: 401,
    code: 'unauthenticated',
    jobId: null,
    count: 1,
    lastAt: new Date(0),
    ...change,
  },
});

function made() {
  let now = 0;
  let next = 0;
  const refusals = new Refusals(
    () => `entry-${next++}`,
    () => now,
  );
  return { refusals, after: (ms: number) => (now += ms) };
}

describe('Refusals', () => {
  it('stores the first of equal refusals, counts further ones in two entries more, and begins again after ten minutes', () => {
    const { refusals, after } = made();
    const at = (ms: number) => ({ ...refusal(), at: new Date(ms) });
    expect(refusals.note(at(0))).toMatchObject({ _id: 'entry-0', request: { count: 1 } });
    for (let n = 1; n < 10; n++) expect(refusals.note(at(n))).toBeNull();
    expect(refusals.further()).toEqual([]);
    after(60_000);
    const [second, ...others] = refusals.further();
    expect(second).toMatchObject({ _id: 'entry-1', at: new Date(1), request: { count: 9, lastAt: new Date(9) } });
    expect(others).toEqual([]);
    refusals.note(at(60_001));
    after(60_000);
    expect(refusals.further()).toEqual([]);
    after(9 * 60_000);
    expect(refusals.further()).toMatchObject([{ _id: 'entry-2', at: new Date(60_001), request: { count: 1 } }]);
    expect(refusals.note(refusal())).toMatchObject({ _id: 'entry-3' });
    expect(refusals.further(true)).toEqual([]);
  });

  it('stores what is left when the process ends', () => {
    const { refusals } = made();
    for (let n = 0; n < 4; n++) refusals.note(refusal());
    expect(refusals.further(true)).toMatchObject([{ request: { count: 3 } }]);
  });

  it('keeps separate entries per name, address and route', () => {
    const { refusals } = made();
    for (const change of [{}, { name: 'vera' }, { address: '10.0.0.2' }, { route: 'enroll' }])
      expect(refusals.note(refusal(change))).not.toBeNull();
  });

  it('stores a bounded number of entries for a flood, with the full count', () => {
    const { refusals, after } = made();
    const stored: RequestEntry[] = [];
    for (let n = 0; n < 60_000; n++) {
      const entry = refusals.note(refusal({ name: `user-${n}`, address: `10.0.${n % 250}.1` }));
      if (entry) stored.push(entry);
      after(10);
      if (n % 6000 === 0) stored.push(...refusals.further());
    }
    stored.push(...refusals.further(true));
    expect(stored.length).toBeLessThan(125);
    expect(stored.reduce((sum, { request }) => sum + request.count, 0)).toBe(60_000);
  });

  it('keeps the entries of a user when anonymous callers exceed their limit', () => {
    const { refusals } = made();
    for (let n = 0; n < 1000; n++) refusals.note(refusal({ name: `user-${n}` }));
    expect(refusals.note(refusal({ route: 'deleteVolume', name: null, code: 'forbidden' }, 'vera'))).toMatchObject({
      by: 'vera',
      request: { route: 'deleteVolume' },
    });
  });
});
