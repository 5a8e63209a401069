import { describe, expect, it } from 'vitest';
import { SharedReads } from './shared-reads.js';

/** Reads that end on demand, each with the value that is stored when it begins. */
function reads() {
  const ends: ((failure?: Error) => void)[] = [];
  const state = { stored: 'old', begun: 0 };
  const read = () => {
    state.begun += 1;
    const value = state.stored;
    return new Promise<string>((resolve, reject) => ends.push((failure) => (failure ? reject(failure) : resolve(value))));
  };
  const end = async (at: number, failure?: Error) => {
    (ends[at] ?? expect.fail(`read ${at} has not begun`))(failure);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, read, end };
}

describe('SharedReads', () => {
  it('begins one more read for all calls that arrive while a read runs', async () => {
    const { state, read, end } = reads();
    const shared = new SharedReads<string>();
    const first = shared.get('list', read);
    state.stored = 'new';
    const later = [shared.get('list', read), shared.get('list', read), shared.get('list', read)];
    expect(state.begun).toBe(1);
    await end(0);
    expect(state.begun).toBe(2);
    await end(1);
    expect(await first).toBe('old');
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
    expect(state.begun).toBe(2);
  });

  it('gives a call what was written before it, also while a later read already runs', async () => {
    const { state, read, end } = reads();
    const shared = new SharedReads<string>();
    const calls = [shared.get('list', read), shared.get('list', read)];
    await end(0);
    state.stored = 'new';
    calls.push(shared.get('list', read));
    await end(1);
    await end(2);
    expect(await Promise.all(calls)).toEqual(['old', 'old', 'new']);
  });

  it('reads again for a call after the last read ended', async () => {
    const { state, read, end } = reads();
    const shared = new SharedReads<string>();
    const first = shared.get('list', read);
    await end(0);
    const second = shared.get('list', read);
    expect(state.begun).toBe(2);
    await end(1);
    expect([await first, await second]).toEqual(['old', 'old']);
  });

  it('gives the error of a read only to its own callers', async () => {
    const { read, end } = reads();
    const shared = new SharedReads<string>();
    const failing = expect(shared.get('list', read)).rejects.toThrow('no primary');
    const next = shared.get('list', read);
    await end(0, new Error('no primary'));
    await failing;
    await end(1);
    expect(await next).toBe('old');
  });

  it('runs reads of different keys at the same time', () => {
    const { state, read } = reads();
    const shared = new SharedReads<string>();
    void shared.get('one', read);
    void shared.get('two', read);
    expect(state.begun).toBe(2);
  });
});
