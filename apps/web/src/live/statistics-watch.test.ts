import type { WatchAnswer } from '@weft/shared/links/console-link';
import { beforeEach, expect, test, vi } from 'vitest';
import { StatisticsWatch } from './statistics-watch.js';

let frames: (() => void)[];
let timers: (() => void)[];
let asked: string[][];
let answer: WatchAnswer;
let watch: StatisticsWatch;
const run = (queue: (() => void)[]) => {
  for (const callback of queue.splice(0)) callback();
};
const connection = () => ({
  watch: (objects: string[], answered: (given: WatchAnswer) => void) => {
    asked.push(objects);
    answered(answer);
  },
});
const listener = () => ({ news: vi.fn(), refused: vi.fn() });
const message = (object: string, second: number) => ({
  object,
  at: new Date(second * 1000).toISOString(),
  heard: 1,
  expected: 1,
  values: {},
});

beforeEach(() => {
  [frames, timers, asked, answer] = [[], [], [], { ok: true }];
  watch = new StatisticsWatch({ onFrame: (callback) => frames.push(callback), after: (_, callback) => timers.push(callback) });
  watch.connected(connection());
});

test('requests all watched objects in one message, and drops those without a listener', () => {
  const endOfA = watch.watch('a', listener());
  const endOfB = watch.watch('b', listener());
  watch.watch('b', listener());
  run(timers);
  expect(asked).toEqual([['a', 'b']]);
  endOfA();
  endOfB();
  run(timers);
  expect(asked).toEqual([['a', 'b'], ['b']]);
});

test('sends nothing for a page that opens and closes at once', () => {
  watch.watch('a', listener());
  run(timers);
  watch.watch('b', listener())();
  run(timers);
  expect(asked).toEqual([['a']]);
});

test('notifies each listener once per frame, with the messages of its object in order', () => {
  const [ofA, ofB] = [listener(), listener()];
  watch.watch('a', ofA);
  watch.watch('b', ofB);
  for (const second of [1, 2, 3]) watch.took(message('a', second));
  watch.took(message('unwatched', 1));
  run(frames);
  expect(ofA.news.mock.calls).toEqual([[[1, 2, 3].map((second) => message('a', second))]]);
  expect(ofB.news).not.toHaveBeenCalled();
  expect(frames).toEqual([]);
});

test('requests all objects again on a new connection', () => {
  watch.watch('a', listener());
  run(timers);
  watch.connected(null);
  run(timers);
  watch.connected(connection());
  run(timers);
  expect(asked).toEqual([['a'], ['a']]);
});

test('requests 5 times when the server refuses, reports the reason, then stops', () => {
  answer = { ok: false, code: 'rate-limited', detail: 'Too many changes of the watched objects.' };
  const chart = listener();
  watch.watch('a', chart);
  for (let round = 0; round < 20; round++) run(timers);
  expect(asked).toHaveLength(5);
  expect(chart.refused).toHaveBeenLastCalledWith('Too many changes of the watched objects.');
});
