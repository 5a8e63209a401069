import { expect, test } from 'vitest';
import type { Attachment } from '../../api/types.js';
import { attachmentStatus } from './attachment-status.js';

const attached = (...states: (string | null)[]): Attachment =>
  ({
    state: 'attached',
    node: { id: 'c1', name: 'c1' },
    volume: { id: 'v', name: 'orders' },
    conditions: [],
    paths: states.map((controllerState, at) => ({ legId: 'l', node: `t${at}`, storageNetwork: 'left', address: '', controllerState })),
  }) as unknown as Attachment;

test('given a device that is reached by some of its ways or by none, then that it is there is not told as good', () => {
  expect(attachmentStatus(attached('live', 'live'))).toMatchObject({ tone: 'good', what: 'attached' });
  expect(attachmentStatus(attached('live', 'connecting'))).toMatchObject({
    tone: 'warn',
    why: 'paths are 1 of 2 live: t1 by left connecting',
    waitingFor: 't1 by left',
  });
  expect(attachmentStatus(attached(null, 'connecting'))).toMatchObject({ tone: 'bad' });
});
