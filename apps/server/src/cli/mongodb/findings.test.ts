import { expect, test } from 'vitest';
import { hostsOf, type MemberAnswer, type MongodbFacts, type Unread } from './facts.js';
import { mongodbFindings } from './findings.js';

const NOW = new Date('2026-11-27T09:00:00Z');
const GiB = 2 ** 30;
const answer = (more: Partial<MemberAnswer> = {}): MemberAnswer => ({
  state: 'secondary',
  version: '8.0.4',
  clock: { aheadMs: 3, errorMs: 1 },
  storageEngine: 'wiredTiger',
  options: { tlsMode: 'requireTLS', hasAccessControl: true },
  oplogReader: { waitMs: 5000, retries: 1 },
  lastWriteAt: NOW,
  oplog: { spanMs: 3_600_000, isFull: false },
  disk: { freeBytes: 50 * GiB, totalBytes: 100 * GiB },
  ...more,
});
const DOWN: Unread = { error: 'connect ECONNREFUSED' };
const set = (...answers: (MemberAnswer | Unread)[]): MongodbFacts => ({
  config: { journalDefault: true, electionMs: 10_000, heartbeatMs: 2000 },
  members: answers.map((each, at) => ({ host: `t${at + 1}:27017`, votes: 1, isArbiter: false, answer: each })),
  mayRemoveAudit: false,
});
const codes = (facts: MongodbFacts) => mongodbFindings(facts).map(({ severity, reason }) => `${severity} ${reason}`);
const of = (first: Partial<MemberAnswer>) => codes(set(answer({ state: 'primary', ...first }), answer(), answer()));

test('finds nothing in three healthy members', () => {
  expect(of({})).toEqual([]);
});

test('counts majorities of voting members', () => {
  expect(codes(set(answer(), answer(), DOWN))).toEqual(['warns mongodb-no-loss-tolerated', 'warns mongodb-members-down']);
  expect(codes(set(answer(), DOWN, answer({ state: 'other' })))).toEqual(['stops mongodb-without-majority', 'warns mongodb-members-down']);
  expect(codes(set(answer()))).toEqual(['warns mongodb-no-loss-tolerated']);
  expect(codes(set(DOWN, DOWN, DOWN))).toEqual(['stops mongodb-unreachable']);
  const four = set(answer(), answer(), answer(), answer());
  expect(codes(four)).toEqual(['warns mongodb-even-votes']);
  expect(codes({ ...four, members: four.members.map((member, at) => ({ ...member, votes: at === 3 ? 0 : 1 })) })).toEqual([]);
  const arbiter = set(answer(), answer(), answer({ state: 'arbiter', oplogReader: null, lastWriteAt: null, oplog: null, disk: null }));
  expect(codes({ ...arbiter, members: arbiter.members.map((member, at) => ({ ...member, isArbiter: at === 2 })) })).toEqual([
    'warns mongodb-arbiters',
  ]);
});

test.each<[Partial<MemberAnswer>, string[]]>([
  [{ storageEngine: 'inMemory' }, ['stops mongodb-not-durable']],
  [{ version: '5.0.9' }, ['stops mongodb-version-old', 'warns mongodb-versions-differ']],
  [{ version: '7.0.5' }, ['warns mongodb-versions-differ']],
  [{ clock: { aheadMs: -4200, errorMs: 3 } }, ['warns mongodb-clock-differs']],
  [{ clock: { aheadMs: 900, errorMs: 800 } }, []],
  [{ lastWriteAt: new Date(NOW.getTime() - 25_000) }, ['warns mongodb-lags']],
  [{ oplog: { spanMs: 7_200_000, isFull: true } }, ['warns mongodb-oplog-short']],
  [{ disk: { freeBytes: 9 * GiB, totalBytes: 100 * GiB } }, ['warns mongodb-disk-full']],
  [{ options: { tlsMode: 'preferTLS', hasAccessControl: true } }, ['warns mongodb-without-tls']],
  [{ options: { tlsMode: 'requireTLS', hasAccessControl: false } }, ['warns mongodb-without-access-control']],
  [{ options: { error: 'not authorized' } }, ['warns mongodb-unknown']],
])('a member with %j: %j', (facts, expected) => {
  expect(of(facts)).toEqual(expected);
});

test('a set that confirms writes before they are on disk stops Weft', () => {
  expect(codes({ ...set(answer(), answer(), answer()), config: { journalDefault: false, electionMs: 10_000, heartbeatMs: 2000 } })).toEqual(
    ['stops mongodb-not-durable'],
  );
});

test('a user who may remove audit entries', () => {
  const three = set(answer(), answer(), answer());
  expect(codes({ ...three, mayRemoveAudit: true })).toEqual(['warns mongodb-audit-removable']);
  const open = answer({ options: { tlsMode: 'requireTLS', hasAccessControl: false } });
  expect(codes({ ...set(open, open, open), mayRemoveAudit: true })).toEqual(['warns mongodb-without-access-control']);
  expect(codes({ ...three, mayRemoveAudit: { error: 'not authorized' } })).toEqual(['warns mongodb-unknown']);
});

test('a set whose elections are faster than its heartbeats', () => {
  const at = (electionMs: number, heartbeatMs: number) =>
    codes({ ...set(answer(), answer(), answer()), config: { journalDefault: true, electionMs, heartbeatMs } });
  expect(at(1000, 2000)).toContain('warns mongodb-elections-repeat');
  expect(at(1000, 400)).not.toContain('warns mongodb-elections-repeat');
});

test('a member that waits longer for a lost one than an election takes', () => {
  const at = (electionMs: number, waitMs: number, retries: number) =>
    codes({
      ...set(answer({ oplogReader: { waitMs, retries } }), answer({ oplogReader: { waitMs: 1000, retries: 0 } }), DOWN),
      config: { journalDefault: true, electionMs, heartbeatMs: 400 },
    }).filter((code) => code.includes('waits'));
  expect(at(1000, 5000, 0)).toEqual(['warns mongodb-waits-for-lost-member']);
  expect(at(1000, 1000, 1)).toEqual(['warns mongodb-waits-for-lost-member']);
  expect(at(1000, 1000, 0)).toEqual([]);
  expect(at(10_000, 5000, 1)).toEqual([]);
});

test('reads the hosts of a URI, with credentials or without', () => {
  expect(hostsOf('mongodb://t1,t2:27018/?replicaSet=weft')).toEqual(['t1:27017', 't2:27018']);
  expect(hostsOf('mongodb://weft:p%40ss@t1/weft')).toEqual(['t1:27017']);
  expect(() => hostsOf('mongodb+srv://cluster.example')).toThrow(/name the members/);
});
