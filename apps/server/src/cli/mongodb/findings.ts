import { said } from '@weft/shared/text/rendering/render';
import { type Finding, stoppingFirst, stops, warns } from '../severity/severity.js';
import { isUnread, type MemberAnswer, type MongodbFacts } from './facts.js';

export const OLDEST_MONGODB = 6;
/** Servers compare times of reports with their own clock in seconds; NTP keeps machines of one network well within it. */
const CLOCK_MS = 500;
const LAG_MS = 10_000;
const OPLOG_HOURS = 24;
const FREE_SHARE = 0.1;

interface Answering {
  host: string;
  answer: MemberAnswer;
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

function ofVotes({ members }: MongodbFacts): Finding[] {
  const voting = members.filter(({ votes }) => votes > 0);
  const healthy = voting.filter(({ answer }) => !isUnread(answer) && answer.state !== 'other').length;
  const majority = Math.floor(voting.length / 2) + 1;
  const counts = { voting: voting.length, healthy };
  const arbiters = voting.filter(({ isArbiter }) => isArbiter).map(({ host }) => host);
  const down = members
    .filter(({ answer }) => isUnread(answer) || answer.state === 'other')
    .map(({ host, answer }) => `${host} (${isUnread(answer) ? answer.error : 'neither primary nor secondary'})`);
  return [
    ...(healthy < majority ? [stops(said('mongodb-without-majority', counts))] : []),
    ...(healthy === majority ? [warns(said('mongodb-no-loss-tolerated', counts))] : []),
    ...(down.length > 0 ? [warns(said('mongodb-members-down', { members: down }))] : []),
    ...(voting.length % 2 === 0 ? [warns(said('mongodb-even-votes', { voting: voting.length }))] : []),
    ...(arbiters.length > 0 ? [warns(said('mongodb-arbiters', { members: arbiters }))] : []),
  ];
}

function ofDurability({ config }: MongodbFacts, members: readonly Answering[]): Finding[] {
  return [
    ...(!isUnread(config) && !config.journalDefault
      ? [stops(said('mongodb-not-durable', { setting: 'writeConcernMajorityJournalDefault', value: 'false' }))]
      : []),
    ...members.flatMap(({ host, answer: { storageEngine } }) =>
      !isUnread(storageEngine) && storageEngine !== 'wiredTiger'
        ? [stops(said('mongodb-not-durable', { setting: `storageEngine of ${host}`, value: storageEngine }))]
        : [],
    ),
  ];
}

/**
 * A secondary whose sync source lost power still waits for it and sends its progress to no other member: a new primary gets only its heartbeats. A primary that
 * gets none of a majority within the time of an election steps down.
 */
function ofElections({ config, members }: MongodbFacts): Finding[] {
  if (isUnread(config) || members.length === 1 || config.electionMs >= 2 * config.heartbeatMs) return [];
  return [
    warns(said('mongodb-elections-repeat', { electionSeconds: seconds(config.electionMs), heartbeatSeconds: seconds(config.heartbeatMs) })),
  ];
}

/** Members that wait for a lost one longer than the set takes for an election: until then, no majority has the writes of the new primary. */
function ofOplogReaders({ config }: MongodbFacts, members: readonly Answering[]): Finding[] {
  if (isUnread(config) || members.length === 1) return [];
  const waiting = members.flatMap(({ host, answer: { oplogReader } }) =>
    oplogReader && !isUnread(oplogReader) && oplogReader.waitMs * (1 + oplogReader.retries) > config.electionMs ? [host] : [],
  );
  return waiting.length > 0 ? [warns(said('mongodb-waits-for-lost-member', { members: waiting }))] : [];
}

function ofVersions(members: readonly Answering[]): Finding[] {
  const named = (of: readonly Answering[]) => of.map(({ host, answer }) => `${host} ${answer.version}`);
  const old = members.filter(({ answer }) => Number.parseInt(answer.version, 10) < OLDEST_MONGODB);
  return [
    ...(old.length > 0 ? [stops(said('mongodb-version-old', { members: named(old), oldest: OLDEST_MONGODB }))] : []),
    ...(new Set(members.map(({ answer }) => answer.version)).size > 1
      ? [warns(said('mongodb-versions-differ', { members: named(members) }))]
      : []),
  ];
}

function ofTimes(members: readonly Answering[]): Finding[] {
  const newest = Math.max(...members.map(({ answer }) => answer.lastWriteAt?.getTime() ?? 0));
  return members.flatMap(({ host: member, answer: { clock, lastWriteAt, oplog } }) => {
    const lagMs = lastWriteAt ? newest - lastWriteAt.getTime() : 0;
    const hours = oplog && !isUnread(oplog) ? Math.floor(oplog.spanMs / 3_600_000) : OPLOG_HOURS;
    return [
      ...(Math.abs(clock.aheadMs) > CLOCK_MS + clock.errorMs
        ? [
            warns(
              said('mongodb-clock-differs', {
                ...{ member, differsSeconds: seconds(Math.abs(clock.aheadMs)), errorSeconds: seconds(clock.errorMs) },
              }),
            ),
          ]
        : []),
      ...(lagMs > LAG_MS ? [warns(said('mongodb-lags', { member, lagSeconds: seconds(lagMs) }))] : []),
      ...(oplog && !isUnread(oplog) && oplog.isFull && hours < OPLOG_HOURS
        ? [warns(said('mongodb-oplog-short', { member, hours, wanted: OPLOG_HOURS }))]
        : []),
    ];
  });
}

const isLoopback = (host: string): boolean => /^(127\.|localhost:|\[::1\])/.test(host);

function ofAccess({ mayRemoveAudit }: MongodbFacts, members: readonly Answering[]): Finding[] {
  const having = (is: (options: Exclude<MemberAnswer['options'], { error: string }>) => boolean) =>
    members.filter(({ answer: { options } }) => !isUnread(options) && is(options)).map(({ host }) => host);
  const plain = having(({ tlsMode }) => tlsMode !== 'requireTLS').filter((host) => !isLoopback(host));
  const open = having(({ hasAccessControl }) => !hasAccessControl);
  return [
    ...(plain.length > 0 ? [warns(said('mongodb-without-tls', { members: plain }))] : []),
    ...(open.length > 0 ? [warns(said('mongodb-without-access-control', { members: open }))] : []),
    ...(open.length === 0 && mayRemoveAudit === true ? [warns(said('mongodb-audit-removable', {}))] : []),
  ];
}

const ofDisks = (members: readonly Answering[]): Finding[] =>
  members.flatMap(({ host: member, answer: { disk } }) =>
    disk && !isUnread(disk) && disk.freeBytes < FREE_SHARE * disk.totalBytes ? [warns(said('mongodb-disk-full', { member, ...disk }))] : [],
  );

/** What could not be read is a finding of its own. */
function ofUnread({ config, mayRemoveAudit }: MongodbFacts, members: readonly Answering[]): Finding[] {
  const [first] = members;
  const facts = members.flatMap(({ host, answer: { storageEngine, options, oplogReader, oplog, disk } }) =>
    Object.entries({
      'its storage engine': storageEngine,
      'its options': options,
      'its parameters': oplogReader,
      'its oplog': oplog,
      'its disk': disk,
    }).map(([what, fact]) => ({ member: host, what, fact })),
  );
  const ofSet = { 'the configuration of the set': config, 'the privileges of the user': mayRemoveAudit };
  const general = Object.entries(ofSet).map(([what, fact]) => ({ member: first?.host ?? '', what, fact }));
  return [...general, ...facts].flatMap(({ member, what, fact }) =>
    isUnread(fact) ? [warns(said('mongodb-unknown', { member, what, error: fact.error }))] : [],
  );
}

/** Problems of a replica set: those that stop Weft first. Pure. */
export function mongodbFindings(facts: MongodbFacts): Finding[] {
  const members = facts.members.flatMap(({ host, answer }) => (isUnread(answer) ? [] : [{ host, answer }]));
  if (members.length === 0)
    return [
      stops(
        said('mongodb-unreachable', { hosts: facts.members.map(({ host, answer }) => `${host}: ${isUnread(answer) ? answer.error : ''}`) }),
      ),
    ];
  return stoppingFirst([
    ...ofVotes(facts),
    ...ofDurability(facts, members),
    ...ofElections(facts),
    ...ofOplogReaders(facts, members),
    ...ofVersions(members),
    ...ofTimes(members),
    ...ofAccess(facts, members),
    ...ofDisks(members),
    ...ofUnread(facts, members),
  ]);
}
