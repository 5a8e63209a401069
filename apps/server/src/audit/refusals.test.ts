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
  it('counts equal refusals in one entry, and starts another after ten minutes', () => {
    const { refusals, after } = made();
    expect(refusals.note(refusal())).toMatchObject({ _id: 'entry-0' });
    for (let n = 0; n < 9; n++) expect(refusals.note(refusal())).toBeNull();
    expect(refusals.counts()).toMatchObject([{ id: 'entry-0', count: 10 }]);
    expect(refusals.counts()).toEqual([]);
    after(11 * 60_000);
    refusals.counts();
    expect(refusals.note(refusal())).toMatchObject({ _id: 'entry-1' });
  });

  it('keeps separate entries per name, address and route', () => {
    const { refusals } = made();
    for (const change of [{}, { name: 'vera' }, { address: '10.0.0.2' }, { route: 'enroll' }])
      expect(refusals.note(refusal(change))).not.toBeNull();
  });

  it('stores a bounded number of entries for a flood, with the full count', () => {
    const { refusals, after } = made();
    let entries = 0;
    const counts = new Map<string, number>();
    const store = () => {
      for (const { id, count } of refusals.counts()) counts.set(id, count);
    };
    for (let n = 0; n < 60_000; n++) {
      const entry = refusals.note(refusal({ name: `user-${n}`, address: `10.0.${n % 250}.1` }));
      if (entry) {
        entries++;
        counts.set(entry._id, 1);
      }
      after(10);
      if (n % 6000 === 0) store();
    }
    store();
    expect(entries).toBeLessThan(125);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(60_000);
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
