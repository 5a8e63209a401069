import { expect, it } from 'vitest';
import { HoldTimes } from './hold-times.js';

it('has the time of each hold that it saw begin and end, the newest last, and forgets old ones', () => {
  const clock = { ms: 1000 };
  const times = new HoldTimes(() => clock.ms);
  times.ends('of an earlier process');
  for (let at = 0; at < 20; at++) {
    times.begins(`hold ${at}`);
    clock.ms += 100.4 + at;
    times.ends(`hold ${at}`);
    times.ends(`hold ${at}`);
  }
  expect(times.ended).toHaveLength(16);
  expect(times.ended[0]).toEqual({ id: 'hold 4', ms: 104 });
  expect(times.ended.at(-1)).toEqual({ id: 'hold 19', ms: 119 });
});

it('forgets holds that something else ended', () => {
  const times = new HoldTimes(() => 0);
  for (let at = 0; at < 17; at++) times.begins(`hold ${at}`);
  for (let at = 0; at < 17; at++) times.ends(`hold ${at}`);
  expect(times.ended.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, at) => `hold ${at + 1}`));
});
