import { hostNqn } from '@weft/shared/identity';
import type { ObjectStatus } from '@weft/shared/messages/report';
import { expect, test } from 'vitest';
import { storedAttachment } from '../../../test-support/stored-attachment.js';
import { storedVolume } from '../../../test-support/stored-volume.js';
import type { CheckedNode, CheckFacts } from './facts.js';
import { checkFindings } from './findings.js';

const NOW = new Date('2026-11-27T09:00:00Z');
const SERVER = 's1';
const GiB = 2 ** 30;

const node = (id: string, more: Partial<CheckedNode['status']> = {}): CheckedNode => ({
  ...{ _id: id, name: id, hostId: `host-${id}` },
  status: {
    ...{ bootId: 'boot', acceptedGeneration: 4, historyDoubt: null, ledgerLoss: null },
    connection: { state: 'online', since: NOW, serverId: SERVER },
    ...more,
  },
});
const report = (nodeId: string, status: object, bootId = 'boot') => {
  const full = { state: 'done', reason: null, generation: 4, ...status } as unknown as ObjectStatus;
  return { nodeId, kind: full.kind, objectId: full.id, bootId, status: full };
};

/** A volume of one leg on a drive of t1, attached to c1, and reports that agree. */
function agreeing(): CheckFacts {
  const volume = storedVolume('v', [{ driveId: 'd1', nodeId: 't1' }]);
  const leg = volume.legs[0] ?? expect.fail('no leg');
  leg.status.state = 'ready';
  const attachment = storedAttachment(volume, { _id: 'c1', name: 'c1' });
  attachment._id = 'a1';
  attachment.status.state = 'attached';
  attachment.exports = [
    {
      ...{ nodeId: 't1', nodeName: 't1', subsystemNqn: 'nqn:a1', serial: 's', serviceId: 4420, status: {} },
      spec: { portals: [], namespaces: [], desired: 'exported', orderGeneration: 3 },
    },
  ];
  const drive = { sizeBytes: 10 * GiB, freeBytes: 9 * GiB, largestFreeBytes: 9 * GiB, wipedOrderId: null };
  return {
    now: NOW,
    nodes: [node('c1'), node('t1')],
    drives: [
      {
        ...{ _id: 'd1', serial: 'S1', nodeId: 't1', nodeName: 't1', spec: { orderGeneration: 1 } },
        status: { inService: true, present: true, capacityBytes: 10 * GiB, allocatedBytes: GiB },
      },
    ],
    driveClassIds: ['class'],
    volumes: [volume],
    attachments: [attachment],
    assignments: [
      { _id: 't1', generation: 4 },
      { _id: 'c1', generation: 4 },
    ],
    statuses: [
      report('t1', { kind: 'drive', id: 'd1', observed: { present: true, volumeGroup: true, ...drive } }),
      report('t1', { kind: 'leg', id: leg.id, observed: { present: true, sizeBytes: GiB } }),
      report('t1', { kind: 'export', id: 'a1', observed: { present: true, allowedHosts: [hostNqn('host-c1')] } }),
      report('c1', { kind: 'attachment', id: 'a1', observed: { present: true } }),
    ],
    openJobs: [],
    leases: [],
    onlineServerIds: [SERVER],
    orphans: new Map(),
  };
}

const codes = (facts: CheckFacts) => checkFindings(facts).map(({ finding }) => finding.reason);
const withReport = (facts: CheckFacts, kind: ObjectStatus['kind'], observed: object, more: object = {}): CheckFacts => ({
  ...facts,
  statuses: facts.statuses.map((each) =>
    each.kind === kind
      ? { ...each, status: { ...each.status, ...more, observed: { ...each.status.observed, ...observed } } as ObjectStatus }
      : each,
  ),
});

test('finds nothing where database and hosts agree', () => {
  expect(checkFindings(agreeing())).toEqual([]);
});

test.each([
  ['a leg that is not there', 'leg', { present: false }, 'check-leg-absent'],
  ['a leg of another size', 'leg', { sizeBytes: 1 }, 'check-leg-size-differs'],
  ['a drive without its group', 'drive', { volumeGroup: false }, 'check-drive-without-group'],
  ['a group with more in use than is booked', 'drive', { freeBytes: 8 * GiB }, 'check-drive-uses-more'],
  ['an export that is not there', 'export', { present: false }, 'check-export-absent'],
  ['a host that was not ordered', 'export', { allowedHosts: [hostNqn('host-c1'), 'nqn:other'] }, 'check-hosts-differ'],
  ['a device that is not there', 'attachment', { present: false }, 'check-device-absent'],
] as const)('finds %s', (_what, kind, observed, code) => {
  expect(codes(withReport(agreeing(), kind, observed))).toEqual([code]);
});

test('an unread object, a report older than the order, one of an earlier boot and none at all: not compared, and said', () => {
  const absent = { present: false };
  const unread = { reason: { code: 'host-unreadable', message: 'lvs hangs' } };
  const only = (facts: CheckFacts, nodes: Record<string, number>) =>
    expect(checkFindings(facts).map(({ severity, finding: { reason, params } }) => ({ severity, reason, params }))).toEqual(
      Object.entries(nodes).map(([name, objects]) => ({
        ...{ severity: 'unknown', reason: 'check-objects-not-compared' },
        params: { node: { kind: 'node', id: name, name }, objects },
      })),
    );
  only(withReport(agreeing(), 'leg', absent, unread), { t1: 1 });
  only(withReport(agreeing(), 'export', absent, { generation: 2 }), { t1: 1 });
  const earlier = withReport(agreeing(), 'leg', absent);
  only({ ...earlier, statuses: earlier.statuses.map((each) => ({ ...each, bootId: 'earlier' })) }, { c1: 1, t1: 3 });
  only({ ...agreeing(), statuses: [] }, { c1: 1, t1: 3 });
});

test('compares no leg that is made, removed or grown', () => {
  for (const change of ['creating', 'absent', 'growth'] as const) {
    const facts = withReport(agreeing(), 'leg', { present: false });
    const volume = facts.volumes[0] ?? expect.fail('no volume');
    const leg = volume.legs[0] ?? expect.fail('no leg');
    if (change === 'creating') leg.status.state = 'creating';
    if (change === 'absent') leg.spec.desired = 'absent';
    if (change === 'growth') volume.growth = { spec: { toSizeBytes: 2 * GiB, legs: [] }, status: { legsGrown: false } };
    expect(codes(facts), change).toEqual([]);
  }
});

test('a node without a current report is unknown, one in doubt is found, and neither is compared', () => {
  const facts = withReport(agreeing(), 'leg', { present: false });
  const t1 = (status: Partial<CheckedNode['status']>) => ({ ...facts, nodes: [node('c1'), node('t1', status)] });
  const lost = checkFindings(t1({ connection: { state: 'lost', since: NOW, serverId: null } }));
  expect(lost.map(({ severity, finding }) => [severity, finding.reason])).toEqual([['unknown', 'check-nodes-not-compared']]);
  expect(codes({ ...facts, onlineServerIds: [] })).toEqual(['check-nodes-not-compared']);
  const doubt = { id: 'x', since: NOW, reason: 'other-history', held: { historyId: null, generation: 1, hash: '' }, storedGeneration: 1 };
  expect(codes(t1({ historyDoubt: doubt as never }))).toEqual(['check-node-in-doubt']);
});

test('finds references to nothing, shared ids, and generations that are ahead', () => {
  const facts = agreeing();
  expect(codes({ ...facts, driveClassIds: [] })).toEqual(['check-reference-unknown']);
  expect(codes({ ...facts, nodes: [node('c1'), { ...node('t1'), hostId: 'host-c1' }] })).toEqual(['check-id-shared']);
  const behind = facts.assignments.map((each) => ({ ...each, generation: each._id === 't1' ? 2 : 4 }));
  expect(codes({ ...facts, assignments: behind })).toEqual(['check-generation-ahead', 'check-order-ahead']);
});

test('finds records of removed nodes, stale leases, jobs about nothing, and orphans', () => {
  const facts = agreeing();
  expect(codes({ ...facts, assignments: [...facts.assignments, { _id: 'gone', generation: 1 }] })).toEqual(['check-left-of-node']);
  const lease = { _id: 'reconcile', holder: 'dead', expiresAt: new Date('2026-11-27T09:30:00Z') };
  expect(codes({ ...facts, leases: [lease] })).toEqual(['check-lease-stale']);
  expect(codes({ ...facts, leases: [{ ...lease, holder: SERVER }] })).toEqual([]);
  expect(codes({ ...facts, leases: [{ ...lease, expiresAt: new Date('2026-11-27T09:00:09Z') }] })).toEqual([]);
  const job = { _id: 'j', kind: 'volume.create', subject: { kind: 'volume', id: 'gone', name: 'v' } } as CheckFacts['openJobs'][number];
  expect(codes({ ...facts, openJobs: [job] })).toEqual(['check-job-without-subject']);
  expect(codes({ ...facts, orphans: new Map([['t1', 2]]) })).toEqual(['check-orphans']);
});
