import { describe, expect, it } from 'vitest';
import type { JobWait } from '../../api/types.js';
import { textOf } from '../../ui/text/sentence.js';
import { jobReasonSentence, stepSentence, waitSentence } from './job-sentences.js';

const t1 = { kind: 'node' as const, id: '1', name: 't1' };
const leg = { kind: 'leg' as const, id: 'l', name: '0' };
const told = { params: { node: t1, since: '2026-11-21T14:16:31.725Z' } };

describe('sentences of a job', () => {
  const step = { code: 'create-leg', params: { leg }, name: 'create and wipe leg 0' };
  const wait: JobWait = {
    node: 't1',
    code: 'step-waits',
    params: {
      step: { code: step.code, params: step.params },
      node: t1,
      reason: { code: 'node-silent', params: told.params },
      ways: [
        { code: 'reconnect-agent', params: { node: t1 } },
        { code: 'see-message', params: {} },
      ],
    },
    message: 'stored',
    unblockedBy: 'stored',
  };

  it('renders step, wait, ways out and reason from their data', () => {
    expect(stepSentence(step)).toEqual(['create and wipe leg ', leg]);
    const since = { at: told.params.since };
    expect(waitSentence(wait, 'message')).toEqual(['create and wipe leg ', leg, ' on ', t1, ': ', t1, ' has been offline since ', since]);
    expect(textOf(waitSentence(wait, 'unblockedBy'))).toBe('the agent of t1 connecting to a server again; or what the message names');
    const withdrawn = { code: 'withdrawn', messageCode: 'order-withdrawn', params: { node: t1 }, message: 'stored' };
    expect(textOf(jobReasonSentence(withdrawn))).toBe('The order was withdrawn before t1 had done it.');
  });

  it('shows the stored text of a job without data, or with data of another version', () => {
    expect(stepSentence({ name: step.name })).toBe(step.name);
    expect(textOf(jobReasonSentence({ code: 'node-silent', message: 'stored' }))).toBe('stored');
    expect(waitSentence({ ...wait, code: 'of-a-later-version' }, 'message')).toBe('stored');
    expect(waitSentence({ node: null, message: 'stored', unblockedBy: 'so' }, 'unblockedBy')).toBe('so');
  });
});
