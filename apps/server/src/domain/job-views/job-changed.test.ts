import { describe, expect, it } from 'vitest';
import type { JobView } from '../documents/job.document.js';
import { jobReason, stepName } from '../job-messages/job-message.js';
import { jobChanged } from './job-changed.js';

const job = (more: Partial<JobView> = {}): JobView => ({
  ...{ state: 'running', waitingFor: [], error: null },
  steps: [{ ...stepName('export-legs', {}), node: 't1', nodeId: 't1', state: 'running', reason: null }],
  ...more,
});

describe('jobChanged', () => {
  const [first] = job().steps;
  const step = first ?? expect.fail('the example has a step');

  it.each<[string, Partial<JobView>]>([
    ['its state', { state: 'waiting' }],
    ['its error', { error: jobReason('attachment-detached', { attachment: { kind: 'attachment', id: 'a', name: 'db' } }) }],
    ['what it waits for', { waitingFor: [{ node: 't1', message: 'm', unblockedBy: 'u' }] }],
    ['a further step', { steps: [step, step] }],
    ['the step', { steps: [{ ...step, ...stepName('build-device', {}) }] }],
    ['the data of a step', { steps: [{ ...step, params: { leg: 'other' } as never }] }],
    ['the node of a step', { steps: [{ ...step, node: 't2', nodeId: 't2' }] }],
    ['the state of a step', { steps: [{ ...step, state: 'done' }] }],
    ['the reason of a step', { steps: [{ ...step, reason: { code: 'no', message: 'no' } }] }],
  ])('is true with %s', (_, change) => {
    expect(jobChanged(job(), job(change))).toBe(true);
  });

  it('is false for an equal view, and with times of steps alone', () => {
    expect(jobChanged(job(), job())).toBe(false);
    expect(jobChanged(job(), job({ steps: [{ ...step, since: new Date(0) } as never] }))).toBe(false);
  });
});
