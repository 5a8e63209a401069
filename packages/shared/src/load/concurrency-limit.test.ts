import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit, concurrencyRows } from './concurrency-limit.js';

const full = () => new Error('the queue is full');

/** Tasks that end on demand, and the order in which they started and ended. */
function tasks() {
  const events: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const task = (name: string) => async () => {
    events.push(`${name} starts`);
    await new Promise<void>((resolve, reject) => ends.set(name, (failure) => (failure ? reject(failure) : resolve())));
    events.push(`${name} ends`);
    return name;
  };
  const end = async (name: string, failure?: Error) => {
    (ends.get(name) ?? expect.fail(`${name} does not run`))(failure);
    await settled();
  };
  const started = () => events.filter((event) => event.endsWith('starts')).map((event) => event.charAt(0));
  return { events, task, end, started };
}
/** Every promise that can settle without a further event has settled. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('ConcurrencyLimit', () => {
  it('runs at most as many calls at once as its limit, the others in order', async () => {
    const { task, end, started } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 2, longestQueue: Number.POSITIVE_INFINITY });
    const all = ['a', 'b', 'c', 'd'].map((name) => limit.run(task(name)));
    await settled();
    expect(started()).toEqual(['a', 'b']);
    await end('b');
    expect(started()).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started()).toEqual(['a', 'b', 'c', 'd']);
    await end('d');
    await end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs one call after the other with a limit of 1, and continues after a failure', async () => {
    const { events, task, end } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 2 });
    const results = Promise.allSettled(['a', 'b', 'c'].map((name) => limit.run(task(name))));
    await settled();
    await end('a');
    await end('b', new Error('no space'));
    await end('c');
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toEqual(['a starts', 'a ends', 'b starts', 'c starts', 'c ends']);
  });

  it('refuses a call when the queue is full, and accepts calls again later', async () => {
    const { task, end, started } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 2, longestQueue: 1 }, full);
    const running = ['a', 'b'].map((name) => limit.run(task(name)));
    const waiting = limit.run(task('c'));
    await expect(limit.run(task('d'))).rejects.toThrow('the queue is full');
    expect(started()).toEqual(['a', 'b']);
    for (const name of ['a', 'b', 'c']) await end(name);
    await Promise.all([...running, waiting]);
    expect(await limit.run(async () => 'free again')).toBe('free again');
  });

  it('keeps its limit after calls that waited and calls that did not', async () => {
    const { task, end, started } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 3 });
    for (const name of ['a', 'b']) void limit.run(task(name));
    await settled();
    await end('a');
    await end('b');
    for (const name of ['c', 'd']) void limit.run(task(name));
    await settled();
    expect(started()).toEqual(['a', 'b', 'c']);
  });

  it('gives a freed slot to the waiting call and not to a call that arrives then', async () => {
    const { task, end, started } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 3 });
    void limit.run(task('a')).then(() => limit.run(task('c')));
    void limit.run(task('b'));
    await settled();
    await end('a');
    expect(started()).toEqual(['a', 'b']);
    await end('b');
    expect(started()).toEqual(['a', 'b', 'c']);
  });

  it('serves another key next despite a long queue, and evicts the flooding key when full', async () => {
    const { task, end } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 4 }, full);
    const order: string[] = [];
    const running = limit.run(task('a'), 'flood');
    const flood = Array.from({ length: 4 }, (_, n) => limit.run(async () => void order.push(`flood ${n}`), 'flood'));
    const results = Promise.allSettled(flood);
    const owner = limit.run(async () => void order.push('owner'), 'owner');
    await expect(limit.run(async () => {}, 'flood')).rejects.toThrow('the queue is full');
    await settled();
    await end('a');
    await Promise.all([running, owner]);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(order).toEqual(['flood 0', 'owner', 'flood 1', 'flood 2']);
  });

  it('accepts as many waiting calls as before once the queue has been served', async () => {
    const { task, end } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 1 });
    for (const [runs, waits, more] of [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ] as const) {
      const both = [limit.run(task(runs)), limit.run(task(waits))];
      await settled();
      await expect(limit.run(task(more))).rejects.toThrow('the queue is full');
      await end(runs);
      await end(waits);
      await Promise.all(both);
    }
  });

  it('takes the last call from the longest queue only, and only if that is longer by two', async () => {
    const { task, end } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 3 }, full);
    const running = limit.run(task('a'));
    const waiting = [limit.run(async () => 'short', 'short'), ...['first', 'last'].map((name) => limit.run(async () => name, 'long'))];
    const results = Promise.allSettled(waiting);
    await expect(limit.run(async () => {}, 'short')).rejects.toThrow('the queue is full');
    const another = limit.run(async () => 'another', 'another');
    // All queues have one call now.
    await expect(limit.run(async () => {}, 'fourth')).rejects.toThrow('the queue is full');
    await end('a');
    await running;
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await another).toBe('another');
    const [next, queued] = [limit.run(task('b')), [1, 2, 3].map(() => limit.run(async () => {}))];
    await expect(limit.run(async () => {})).rejects.toThrow('the queue is full');
    await end('b');
    await Promise.all([next, ...queued]);
  });

  it('without a queue accepts a call only while a slot is free', async () => {
    const { task, end } = tasks();
    const limit = new ConcurrencyLimit({ concurrent: 1, longestQueue: 0 });
    const running = limit.run(task('a'));
    await expect(limit.run(async () => {})).rejects.toThrow('the queue is full');
    await settled();
    await end('a');
    await running;
  });

  it('lists a limit with its queue and its reason', () => {
    const reads = { limits: 'reads', concurrent: 2, longestQueue: 8, because: 'memory' };
    expect(concurrencyRows({ reads, writes: { ...reads, limits: 'writes', longestQueue: Number.POSITIVE_INFINITY } })).toEqual([
      '| reads | 2 | 8 | memory |',
      '| writes | 2 | no limit | memory |',
    ]);
  });
});
