import { expect, test } from 'vitest';
import type { StepView } from '../domain/documents/job.document.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { stepsSince } from './steps-since.js';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const step = (name: string, state: StepView['state'], node: string | null = null): StepView => ({ name, node, state, reason: null });
const moments = (steps: readonly { since?: Date }[]) => steps.map(({ since }) => since?.getUTCMinutes());

test('keeps the time of a step while its state is unchanged, whatever its reason', () => {
  const first = stepsSince([], [step('Make leg', 'running', 'n1'), step('Make leg', 'pending', 'n1'), step('Attach', 'pending')], at(1));
  expect(moments(first)).toEqual([1, 1, 1]);
  const waiting = { ...step('Make leg', 'running', 'n1'), reason: { code: 'c', message: 'slow' } };
  const second = stepsSince(first, [waiting, step('Make leg', 'running', 'n1'), step('Attach', 'pending')], at(5));
  expect(moments(second)).toEqual([1, 5, 1]);
  expect(second[0]?.reason?.message).toBe('slow');
});

test('invents no time for a step stored without one until the step changes', () => {
  const [kept] = stepsSince([step('Attach', 'running')], [step('Attach', 'running')], at(3));
  expect(kept).not.toHaveProperty('since');
  expect(moments(stepsSince([step('Attach', 'running')], [step('Attach', 'done')], at(4)))).toEqual([4]);
});

test('reports no job change when only the step times differ', () => {
  const view = { state: 'running' as const, waitingFor: [], error: null, steps: [step('Attach', 'running')] };
  const stored = { ...view, steps: stepsSince([], view.steps, at(1)) };
  expect(jobChanged(stored, view)).toBe(false);
  expect(jobChanged(stored, { ...view, steps: [step('Attach', 'done')] })).toBe(true);
});
