import { jobSchema } from '@weft/shared/kinds/job';
import { legRef, nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import type { JobDocument } from '../domain/documents/job.document.js';
import { jobReason, jobWait, stepName } from '../domain/job-messages/job-message.js';
import { jobChanged } from '../domain/job-views/job-changed.js';
import { toJob } from './job.mapper.js';

const [jobId, volumeId, nodeId, legId] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const SINCE = '2026-01-01T00:00:00.000Z';
const node = nodeRef(nodeId, 't2');

const stored = (parts: Pick<JobDocument, 'steps' | 'waitingFor'>): JobDocument => ({
  _id: jobId,
  version: 1,
  revision: 1,
  createdAt: new Date(SINCE),
  updatedAt: new Date(SINCE),
  kind: 'volume.create',
  subject: { kind: 'volume', id: volumeId, name: 'db' },
  state: 'waiting',
  error: null,
  requestedBy: 'admin',
  finishedAt: null,
  ...parts,
});

const silent = { code: 'node-silent', message: `t2 has been offline since ${SINCE}`, node: 't2' };
const name = 'create and wipe leg 1';
const message = `${name} on t2: ${silent.message}`;
const unblockedBy = 'the agent of t2 connecting to a server again';

/** As the version before codes stored it. */
const older = stored({
  steps: [{ name, node: 't2', state: 'waiting', reason: silent, since: new Date(SINCE) }],
  waitingFor: [{ node: 't2', message, unblockedBy }],
});
const newer = stored({
  steps: [
    {
      ...stepName('create-leg', { leg: legRef({ id: legId, index: 1 }) }),
      node: 't2',
      nodeId,
      state: 'waiting',
      reason: { ...jobReason('node-silent', { node, since: SINCE }), node: 't2' },
      since: new Date(SINCE),
    },
  ],
  waitingFor: [
    jobWait('t2', {
      step: messageOf('create-leg', { leg: legRef({ id: legId, index: 1 }) }),
      node,
      reason: messageOf('node-silent', { node, since: SINCE }),
      ways: [messageOf('reconnect-agent', { node })],
    }),
  ],
});

describe('toJob', () => {
  it('sends the codes and data of a job with the same sentences as before', () => {
    const sent = jobSchema.parse(toJob(newer));
    expect(sent).toMatchObject({
      steps: [{ name, code: 'create-leg', nodeId, reason: { ...silent, params: { node, since: SINCE } } }],
      waitingFor: [{ message, unblockedBy, code: 'step-waits', params: { ways: [{ code: 'reconnect-agent', params: { node } }] } }],
    });
  });

  it('sends a job that an earlier version stored without codes', () => {
    const sent = jobSchema.parse(toJob(older));
    expect(sent).toMatchObject({ steps: [{ name, reason: silent }], waitingFor: [{ message, unblockedBy }] });
    expect(sent.steps[0]).not.toHaveProperty('code');
    expect(sent.waitingFor[0]).not.toHaveProperty('code');
  });
});

describe('jobChanged', () => {
  it('gives an open job its codes with the next view', () => {
    expect(jobChanged(older, newer)).toBe(true);
    expect(jobChanged(structuredClone(newer), newer)).toBe(false);
  });
});
