import { expect, test, vi } from 'vitest';
import { WorkQueue } from './work-queue.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('runs a key once when it was added twice before', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  const seen: string[] = [];
  queue.add('a');
  queue.add('b');
  queue.add('a');
  const lane = queue.lane(async (key) => void seen.push(key), stop.signal);
  await turn();
  stop.abort();
  await lane;
  expect(seen).toEqual(['a', 'b']);
});

test('reruns a key that is added while it runs, and never in two lanes at once', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  let running = 0;
  let most = 0;
  let runs = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    if (++runs === 1) queue.add('a');
    await turn();
    running--;
  };
  queue.add('a');
  const lanes = [queue.lane(work, stop.signal), queue.lane(work, stop.signal)];
  for (let i = 0; i < 10; i++) await turn();
  stop.abort();
  await Promise.all(lanes);
  expect({ runs, most }).toEqual({ runs: 2, most: 1 });
});

test('gives an arriving key to one idle lane', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  const seen: string[] = [];
  const lanes = [1, 2, 3].map(() => queue.lane(async (key) => void seen.push(key), stop.signal));
  await turn();
  queue.add('late');
  await turn();
  stop.abort();
  await Promise.all(lanes);
  expect(seen).toEqual(['late']);
});

test('runs events before the pass, and a key that waits in both only once', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  const seen: string[] = [];
  for (const key of ['a', 'b', 'c']) queue.addLater(key);
  queue.add('reported');
  queue.add('c');
  queue.addLater('c');
  // On a busy machine the queue rests between the keys of the pass.
  await queue.lane(async (key) => {
    if (seen.push(key) === 4) stop.abort();
  }, stop.signal);
  expect(seen).toEqual(['reported', 'c', 'a', 'b']);
  expect(queue.size).toBe(0);
});

test('continues the pass under endless reports', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  const seen: string[] = [];
  queue.addLater('pass');
  queue.add('reported');
  const lane = queue.lane(async (key) => {
    seen.push(key);
    if (seen.length === 40) stop.abort();
    queue.add(`reported ${seen.length}`);
  }, stop.signal);
  await lane;
  expect(seen.indexOf('pass')).toBe(16);
});

test('rests as long as it works during a pass, and not at all for events', async () => {
  vi.useFakeTimers();
  try {
    const workedOnIn200Ms = async (add: (queue: WorkQueue, key: string) => void) => {
      const queue = new WorkQueue();
      const stop = new AbortController();
      let count = 0;
      for (let n = 0; n < 100; n++) add(queue, `key ${n}`);
      const lane = queue.lane(async () => {
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }, stop.signal);
      await vi.advanceTimersByTimeAsync(199);
      stop.abort();
      await vi.advanceTimersByTimeAsync(20);
      await lane;
      return count;
    };
    expect(await workedOnIn200Ms((queue, key) => queue.add(key))).toBe(20);
    expect(await workedOnIn200Ms((queue, key) => queue.addLater(key))).toBe(10);
  } finally {
    vi.useRealTimers();
  }
});

test('wakes an idle lane for a key that arrived during its work, also with slow work in between', async () => {
  for (const add of ['add', 'addLater'] as const) {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const seen: string[] = [];
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    queue.add('a');
    const lanes = [1, 2].map(() =>
      queue.lane(async (key) => {
        if (seen.push(key) === 1) {
          queue[add]('a');
          await slow;
          // The lane that ends this work is busy with another key next: the idle one has to take the key up.
          queue.add('b');
        } else if (key === 'b') await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
      }, stop.signal),
    );
    await turn();
    release();
    for (let i = 0; i < 5; i++) await turn();
    stop.abort();
    await Promise.all(lanes);
    expect(seen.sort()).toEqual(['a', 'a', 'b']);
  }
});

test('gives a key that changed during its work in a pass to an idle lane, before the rest', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue();
    const stop = new AbortController();
    let runs = 0;
    const work = async () => {
      if (++runs === 1) queue.add('a');
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    queue.addLater('a');
    const lanes = [queue.lane(work, stop.signal), queue.lane(work, stop.signal)];
    // The first lane works for 50 ms and then rests for 50 ms.
    await vi.advanceTimersByTimeAsync(60);
    expect(runs).toBe(2);
    stop.abort();
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(lanes);
  } finally {
    vi.useRealTimers();
  }
});

test('wakes the other idle lanes after one of them has stopped', async () => {
  for (const stopped of [0, 1]) {
    const queue = new WorkQueue();
    const stops = [new AbortController(), new AbortController()];
    const seen: string[] = [];
    const lanes = stops.map(({ signal }) => queue.lane(async (key) => void seen.push(key), signal));
    await turn();
    stops[stopped]?.abort();
    await lanes[stopped];
    queue.add('late');
    await turn();
    expect(seen).toEqual(['late']);
    for (const stop of stops) stop.abort();
    await Promise.all(lanes);
  }
});

test('wakes a lane that has been idle many thousand times', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  let runs = 0;
  const lane = queue.lane(async () => void runs++, stop.signal);
  for (let n = 0; n < 20_000; n++) {
    queue.add('a');
    await turn();
  }
  stop.abort();
  await lane;
  expect(runs).toBe(20_000);
});

test('counts waiting keys of both kinds', () => {
  const queue = new WorkQueue();
  queue.add('a');
  queue.add('b');
  queue.addLater('b');
  queue.addLater('c');
  expect(queue.size).toBe(3);
});

test('takes calm keys last and in a tenth of the time, and a changed key at once', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue();
    const stop = new AbortController();
    const seen: { key: string; at: number }[] = [];
    const began = performance.now();
    for (let n = 0; n < 10_000; n++) queue.addCalm(`calm ${n}`);
    queue.addLater('later');
    const work = async (key: string) => {
      seen.push({ key, at: performance.now() - began });
      await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const lanes = [1, 2].map(() => queue.lane(work, stop.signal));
    await vi.advanceTimersByTimeAsync(955);
    queue.add('changed');
    await vi.advanceTimersByTimeAsync(44);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(lanes);
    expect(seen[0]).toEqual({ key: 'later', at: 0 });
    expect(seen.filter(({ key }) => key.startsWith('calm'))).toHaveLength(10);
    expect(seen.find(({ key }) => key === 'changed')?.at).toBe(955);
  } finally {
    vi.useRealTimers();
  }
});

test('gives a calm key that changes to the changed ones, and keeps one that waits already', async () => {
  const queue = new WorkQueue();
  const stop = new AbortController();
  const seen: string[] = [];
  queue.addCalm('a');
  queue.addCalm('b');
  queue.add('b');
  queue.addCalm('b');
  queue.addLater('a');
  expect(queue.size).toBe(2);
  await queue.lane(async (key) => {
    if (seen.push(key) === 2) stop.abort();
  }, stop.signal);
  expect(seen).toEqual(['b', 'a']);
});
