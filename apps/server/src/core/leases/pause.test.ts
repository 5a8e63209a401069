import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { pause } from './pause.js';

it('ends after its time or with the signal, and leaves no listener', async () => {
  const controller = new AbortController();
  await pause(1, controller.signal);
  await pause(1, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  const long = pause(3_600_000, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  await long;
  await pause(3_600_000, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
