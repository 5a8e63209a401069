import { expect, test } from 'vitest';
import type { Attachment } from '../../api/types.js';
import { attachmentStatus, pathStatus } from './attachment-status.js';

const attached = (...states: (string | null)[]): Attachment =>
  ({
    state: 'attached',
    node: { id: 'c1', name: 'c1' },
    volume: { id: 'v', name: 'orders' },
    conditions: [],
    paths: states.map((controllerState, at) => ({ legId: 'l', node: `t${at}`, storageNetwork: 'left', address: '', controllerState })),
  }) as unknown as Attachment;

test('reports an attachment as good, warning or bad by how many of its paths are live', () => {
  expect(attachmentStatus(attached('live', 'live'))).toMatchObject({ tone: 'good', what: 'attached' });
  expect(attachmentStatus(attached('live', 'connecting'))).toMatchObject({
    tone: 'warn',
    why: ['paths are 1 of 2 live: t1 by left connecting'],
    waitingFor: ['t1 by left'],
  });
  expect(attachmentStatus(attached(null, 'connecting'))).toMatchObject({ tone: 'bad' });
});

test('links the target of a path by the leg that the volume has there', () => {
  const attachment = attached('connecting');
  const [path] = attachment.paths;
  const t0 = { kind: 'node', id: 'id of t0', name: 't0' };
  const legs = [{ id: 'l', node: { id: t0.id, name: t0.name } }];
  expect(attachmentStatus(attachment, legs)).toMatchObject({
    why: ['paths are 0 of 1 live: ', t0, ' by left connecting'],
    waitingFor: [t0, ' by left'],
  });
  const client = { kind: 'node', id: 'c1', name: 'c1' };
  expect(path && pathStatus(path, attachment, legs).why).toEqual(['its controller on ', client, ' for ', t0, ' by left is connecting']);
});

test('reports an attachment as bad while a foreign host is connected to its exports', () => {
  const foreign = (status: 'true' | 'false') => ({
    ...attached('live'),
    conditions: [
      { type: 'ForeignHost', status, since: '2026-01-01T00:00:00.000Z', reason: 'r', message: 'a host at 10.0.0.7 is connected' },
    ],
  });
  expect(attachmentStatus(foreign('true'))).toMatchObject({ tone: 'bad', why: 'a host at 10.0.0.7 is connected' });
  expect(attachmentStatus(foreign('false'))).toMatchObject({ tone: 'good' });
});

test('dates each path that is not live, and the attachment by the first, if all are known', () => {
  const since = (attachment: Attachment, ...moments: (string | null)[]) => ({
    ...attachment,
    paths: attachment.paths.map((path, at) => ({ ...path, notLiveSince: moments[at] ?? null })),
  });
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const;
  const both = since(attached('connecting', 'live', null), late, null, early);
  expect(attachmentStatus(both).since).toBe(early);
  expect(both.paths.map((path) => pathStatus(path, both).since ?? null)).toEqual([late, null, early]);
  expect(attachmentStatus(since(attached('connecting', null), late, null)).since).toBeNull();
});
