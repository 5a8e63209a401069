import { expect, it } from 'vitest';
import { DriveSanitize } from './sanitize.js';

const begun = (): DriveSanitize => {
  const sanitize = new DriveSanitize({ actions: ['block-erase'], besides: 'nothing' });
  sanitize.begin(1000, 0);
  return sanitize;
};

it('runs until its time is over, and no longer after that was read', () => {
  const sanitize = begun();
  expect([sanitize.log(250), sanitize.log(750)].map(({ progressRatio }) => progressRatio)).toEqual([0.25, 0.75]);
  expect(sanitize.isRunning).toBe(true);
  expect(sanitize.log(1000)).toEqual({ state: 'done', progressRatio: null });
  expect(sanitize.isRunning).toBe(false);
});

it('does not work without power, and goes on from there', () => {
  const sanitize = begun();
  sanitize.power(false, 400);
  expect(sanitize.log(5000).progressRatio).toBe(0.4);
  sanitize.power(true, 6000);
  expect(sanitize.log(6500).progressRatio).toBe(0.9);
  expect(sanitize.log(6600).state).toBe('done');
});
