import { expect, test } from 'vitest';
import type { Node } from '../../api/types.js';
import { nodeStatus } from './node-status.js';

const since = '2026-01-02T00:00:00.000Z';
const node = (more: Partial<Node>) =>
  ({
    id: 'n',
    name: 'n1',
    connection: { state: 'online', since },
    conditions: [],
    maintenance: null,
    scheduling: 'open',
    schedulingSince: null,
    orphans: { count: 0, ignored: 0, since: null },
    createdAt: since,
    ...more,
  }) as Node;

test('reports a node as drained once no leg is left, and names the drain job until then', () => {
  expect(nodeStatus(node({ scheduling: 'evicted', schedulingSince: since }))).toMatchObject({
    what: 'online, drained',
    since,
    why: 'it has no legs left, and no new legs are placed on it',
    unblockedBy: 'opening it again, or removing it',
  });
  expect(nodeStatus(node({ scheduling: 'evicting', schedulingSince: since }))).toMatchObject({
    what: 'online, draining',
    waitingFor: ['its ', { kind: 'jobs', id: 'n', name: 'drain job' }, ', which names the blocker'],
  });
});

test('reports the start, reason and remedy of every state that is not good', () => {
  const states: Partial<Node>[] = [
    { connection: { state: 'never', since: null } },
    { connection: { state: 'lost', since } },
    { scheduling: 'cordoned', schedulingSince: since },
    { scheduling: 'evicting', schedulingSince: since },
    { scheduling: 'evicted', schedulingSince: since },
    { orphans: { count: 1, ignored: 0, since } },
  ];
  for (const each of states) {
    const status = nodeStatus(node(each));
    expect(status).toMatchObject({ since, why: expect.any(String), unblockedBy: expect.any(String) });
  }
  expect(nodeStatus(node({})).tone).toBe('good');
});

test('names the revoked credential of a lost node as its cause, not a stopped agent', () => {
  const revoked = {
    type: 'CredentialRevoked',
    status: 'true' as const,
    since,
    reason: 'revoked',
    message: 'admin revoked its credential',
    unblockedBy: 'weft-agent enroll --renew',
  };
  const lost = node({ connection: { state: 'lost', since }, conditions: [revoked] });
  expect(nodeStatus(lost)).toMatchObject({ what: 'lost', why: 'admin revoked its credential', unblockedBy: 'weft-agent enroll --renew' });
});
