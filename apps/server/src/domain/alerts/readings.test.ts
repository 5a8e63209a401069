import { describe, expect, it } from 'vitest';
import { alertTexts } from './alert-text.js';
import type { AlertAttachment, AlertDrive } from './alert-world.js';
import { groupsOf } from './groups.js';
import { RuleMemories, type RuleMemory } from './memory.js';
import { readingsOf } from './readings.js';
import { Thresholds } from './thresholds.js';
import { after, node, T0, world } from './worlds.fixture.js';

const named = (name: string) => ({ id: name, name });
const attachment = (client: string, lost: [string, string][], more: Partial<AlertAttachment> = {}): AlertAttachment => ({
  ...{
    id: `a-${client}`,
    name: `db on ${client}`,
    volume: named('db'),
    volumeLabels: {},
    driveClasses: ['fast'],
    client: named(client),
    resync: null,
  },
  lostPaths: lost.map(([target, network]) => ({ target: named(target), network })),
  ...more,
});
const drive = (smart: Partial<NonNullable<AlertDrive['smart']>>, more: Partial<AlertDrive> = {}): AlertDrive => ({
  ...{ ...named('S1'), node: named('t1'), present: true, inService: true, driveClasses: ['fast'] },
  smart: {
    ...{ temperatureCelsius: 40, percentageUsed: 3, availableSparePercent: 100, mediaErrors: 0, criticalWarning: 0 },
    ...{ powerOnHours: 1, unsafeShutdowns: 0 },
    ...smart,
  },
  ...more,
});

class Looks {
  private stored = new Map<string, RuleMemory>();
  constructor(private readonly thresholds = new Thresholds([])) {}
  at(seconds: number, more: Parameters<typeof world>[0]) {
    const now = after(seconds);
    const memories = new RuleMemories(this.stored, now);
    const { readings } = readingsOf(world({ ...more, now }), this.thresholds, memories);
    for (const memory of memories.changed()) this.stored.set(memory._id, memory);
    return readings;
  }
}
const rulesAt = (of: Looks, seconds: number, more: Parameters<typeof world>[0]) => of.at(seconds, more).map(({ rule }) => rule);

describe('lost paths', () => {
  const nodes = ['c1', 'c2', 't1', 't2'].map((name) => node(name));

  it('belong to the target when several clients lost it, and to the client when it lost several targets', () => {
    const ofTarget = new Looks().at(0, { nodes, attachments: [attachment('c1', [['t1', 'left']]), attachment('c2', [['t1', 'left']])] });
    expect(ofTarget.filter(({ rule }) => rule === 'WeftPathLost')).toMatchObject([{ about: { id: 't1' } }, { about: { id: 't1' } }]);
    const ofClient = new Looks().at(0, {
      nodes,
      attachments: [
        attachment('c1', [
          ['t1', 'left'],
          ['t2', 'left'],
        ]),
      ],
    });
    expect(ofClient).toMatchObject([{ about: { id: 'c1' } }, { about: { id: 'c1' } }]);
  });

  it('are caused by a lost target, and unknown for an offline client', () => {
    const lost = [node('t1', { connection: 'lost' }), node('c1')];
    const [path] = new Looks().at(0, { nodes: lost, attachments: [attachment('c1', [['t1', 'left']])] });
    expect(path).toMatchObject({ rule: 'WeftPathLost', cause: { kind: 'node', id: 't1' } });
    const offline = [node('c1', { connection: 'lost' })];
    expect(rulesAt(new Looks(), 0, { nodes: offline, attachments: [attachment('c1', [['t1', 'left']])] })).toEqual(['WeftNodeSilent']);
  });

  it('flap from the fourth loss within an hour on', () => {
    const of = new Looks();
    const rules = Array.from({ length: 8 }, (_, at) =>
      rulesAt(of, at * 60, { nodes, attachments: at % 2 === 0 ? [attachment('c1', [['t1', 'left']])] : [] }),
    );
    expect(rules.map((each) => each.includes('WeftLegFlapping'))).toEqual([false, false, false, false, false, false, true, false]);
    expect(rulesAt(of, 4000, { nodes, attachments: [attachment('c1', [['t1', 'left']])] })).not.toContain('WeftLegFlapping');
  });
});

describe('nodes whose connection flaps', () => {
  const rack = (losses: number, count: number) =>
    Array.from({ length: count }, (_, at) => node(`n${at}`, { labels: { rack: 'r7' }, connectionLosses: losses }));
  const flapping = (of: Looks, seconds: number, losses: number, count = 1) =>
    of.at(seconds, { nodes: rack(losses, count) }).filter(({ rule }) => rule === 'WeftNodeFlapping');

  it('have an alert from the fourth loss within an hour on, also if every look saw them online', () => {
    const of = new Looks();
    expect(flapping(of, 0, 50)).toEqual([]);
    expect(flapping(of, 5, 53)).toEqual([]);
    expect(flapping(of, 10, 54)).toMatchObject([{ value: 4, threshold: 4, labels: { node: 'n0' } }]);
    expect(flapping(of, 3605, 54)).toEqual([]);
  });

  it('are one alert with their number if they are of one rack', () => {
    const of = new Looks();
    flapping(of, 0, 0, 24);
    const [group, ...more] = groupsOf(flapping(of, 5, 6, 24));
    expect(more).toEqual([]);
    expect(group).toMatchObject({ subjectCount: 24, subject: { kind: 'cluster' }, labels: { rack: 'r7' }, value: 6 });
    const text = alertTexts({ ...(group as NonNullable<typeof group>), rule: 'WeftNodeFlapping' });
    expect(text.summary).toBe('Node n0 lost its connection to the servers 6 times within an hour. The same holds for 23 more nodes.');
  });
});

describe('resyncs', () => {
  const resync = (ratio: number, bytesPerSecond: number) =>
    [attachment('c1', [], { resync: { ratio, bytesPerSecond, bytes: 2 ** 40 } })] as const;

  it('are stuck after 15 min without progress', () => {
    const of = new Looks();
    expect(rulesAt(of, 0, { attachments: resync(0.5, 2 ** 30) })).toEqual([]);
    expect(rulesAt(of, 899, { attachments: resync(0.5, 2 ** 30) })).toEqual([]);
    expect(rulesAt(of, 900, { attachments: resync(0.5, 2 ** 30) })).toEqual(['WeftRebuildStuck']);
    expect(rulesAt(of, 960, { attachments: resync(0.51, 2 ** 30) })).toEqual([]);
  });

  it('are slow when they need a day and more', () => {
    const [slow] = new Looks().at(0, { attachments: resync(0.5, 2 ** 20) });
    expect(slow).toMatchObject({ rule: 'WeftRebuildSlow', value: 2 ** 19, threshold: 86_400 });
  });
});

describe('drives', () => {
  it('fire at their thresholds, which a drive class may change', () => {
    const hot = drive({ temperatureCelsius: 65, percentageUsed: 80 });
    expect(rulesAt(new Looks(), 0, { drives: [hot] })).toEqual(['WeftDriveWear']);
    const own = new Thresholds([{ rule: 'WeftDriveHot', driveClass: 'fast', volumeLabel: null, value: 60 }]);
    expect(rulesAt(new Looks(own), 0, { drives: [hot] })).toEqual(['WeftDriveWear', 'WeftDriveHot']);
    expect(rulesAt(new Looks(own), 0, { drives: [{ ...hot, driveClasses: ['slow'] }] })).toEqual(['WeftDriveWear']);
  });

  it('report media errors for a day after they rise, and not those of the first look', () => {
    const of = new Looks();
    expect(rulesAt(of, 0, { drives: [drive({ mediaErrors: 7 })] })).toEqual([]);
    expect(rulesAt(of, 60, { drives: [drive({ mediaErrors: 8 })] })).toEqual(['WeftDriveMediaErrors']);
    expect(rulesAt(of, 86_400, { drives: [drive({ mediaErrors: 8 })] })).toEqual(['WeftDriveMediaErrors']);
    expect(rulesAt(of, 86_461, { drives: [drive({ mediaErrors: 8 })] })).toEqual([]);
    const later = new Looks();
    later.at(0, { drives: [] });
    expect(rulesAt(later, 60, { drives: [drive({ mediaErrors: 1 })] })).toEqual(['WeftDriveMediaErrors']);
  });

  it('have a degraded PCIe link below what drive and slot both support, only while present and known', () => {
    const rate = (gigatransfersPerSecond: number | null, lanes: number | null) => ({ gigatransfersPerSecond, lanes });
    const linked = (current: ReturnType<typeof rate>, slot = rate(16, 4), present = true) =>
      drive({}, { pciLink: { current, device: rate(16, 4), slot }, present, inService: false });
    expect(new Looks().at(0, { drives: [linked(rate(8, 4))] })).toMatchObject([
      { rule: 'WeftDriveLinkDegraded', value: 0.5, labels: { node: 't1', drive: 'S1' } },
    ]);
    for (const good of [
      linked(rate(16, 4)),
      linked(rate(8, 4), rate(8, 4)),
      linked(rate(8, 4), rate(null, 4)),
      linked(rate(8, 4), rate(16, 4), false),
      drive({}),
    ])
      expect(rulesAt(new Looks(), 0, { drives: [good] })).toEqual([]);
  });

  it('are missing when in service and not listed, by the cause of their lost node', () => {
    const gone = drive({}, { present: false });
    expect(new Looks().at(0, { drives: [gone], nodes: [node('t1', { connection: 'lost' })] })).toMatchObject([
      { rule: 'WeftNodeSilent' },
      { rule: 'WeftDriveMissing', cause: { id: 't1' } },
    ]);
    expect(rulesAt(new Looks(), 0, { drives: [{ ...gone, inService: false }] })).toEqual([]);
  });
});

describe('legs of a mirror', () => {
  const leg = (drive: string, seconds: number) => ({ node: named(`n-${drive}`), drive: named(drive), seconds });
  const mirror = (legs: ReturnType<typeof leg>[], volumeLabels = {}) => ({
    mirrors: [{ volume: named('db'), volumeLabels, driveClasses: ['fast'], legs }],
  });

  it('are slow from four times the fastest on, if their writes take half a millisecond', () => {
    expect(new Looks().at(0, mirror([leg('A', 0.001), leg('B', 0.004), leg('C', 0.0039)]))).toMatchObject([
      { rule: 'WeftLegSlow', part: 'B', value: 4, threshold: 4, labels: { volume: 'db', drive: 'B', node: 'n-B' } },
    ]);
    expect(rulesAt(new Looks(), 0, mirror([leg('A', 0.0001), leg('B', 0.00049)]))).toEqual([]);
    expect(rulesAt(new Looks(), 0, mirror([leg('A', 0.004)]))).toEqual([]);
    expect(rulesAt(new Looks(), 0, mirror([]))).toEqual([]);
  });

  it('are slow by the threshold of a label, or of the drive class of the volume', () => {
    const strict = new Thresholds([{ rule: 'WeftLegSlow', driveClass: null, volumeLabel: { key: 'tier', value: 'gold' }, value: 2 }]);
    const legs = [leg('A', 0.001), leg('B', 0.002)];
    expect(rulesAt(new Looks(strict), 0, mirror(legs, { tier: 'gold' }))).toEqual(['WeftLegSlow']);
    expect(rulesAt(new Looks(strict), 0, mirror(legs))).toEqual([]);
    const of = (driveClass: string) => new Looks(new Thresholds([{ rule: 'WeftLegSlow', driveClass, volumeLabel: null, value: 2 }]));
    expect(rulesAt(of('fast'), 0, mirror(legs))).toEqual(['WeftLegSlow']);
    expect(rulesAt(of('capacity'), 0, mirror(legs))).toEqual([]);
  });
});

describe('servers and capacity', () => {
  const server = { id: 's1', name: 'weft1', online: true, certificateExpiresAt: null };

  it('report lost servers, members and late backups, and certificates before they expire', () => {
    const soon = new Date(T0.getTime() + 5 * 86_400_000);
    const of = new Looks().at(0, {
      servers: [
        server,
        { ...server, id: 's2', name: 'weft2', online: false },
        { ...server, id: 's3', name: 'weft3', certificateExpiresAt: soon },
      ],
      ...{ membersDown: ['db2:27017'], backupsLate: true },
    });
    expect(of.map(({ rule, labels, value }) => [rule, labels, value])).toEqual([
      ['WeftServerSilent', { server: 'weft2' }, null],
      ['WeftCertificateExpires', { server: 'weft3' }, 432_000],
      ['WeftReplicaSetMemberDown', { member: 'db2:27017' }, null],
      ['WeftBackupLate', {}, null],
    ]);
  });

  it('report a long memory that is late from its threshold on, and one that lost statistics', () => {
    const of = (longMemory: { backlogSeconds: number; loses: boolean } | null) =>
      new Looks().at(0, { longMemory }).map(({ rule, value }) => [rule, value]);
    expect(of({ backlogSeconds: 1799, loses: false })).toEqual([]);
    expect(of({ backlogSeconds: 1800, loses: true })).toEqual([
      ['WeftLongMemoryLate', 1800],
      ['WeftLongMemoryLoses', null],
    ]);
    expect(of(null)).toEqual([]);
  });

  it('report API tokens before they expire', () => {
    const token = (name: string, days: number) => ({ id: name, name, user: 'olga', expiresAt: new Date(T0.getTime() + days * 86_400_000) });
    const apiTokens = [token('backup-script', 6), token('csi', 8)];
    expect(new Looks().at(0, { apiTokens })).toMatchObject([
      { rule: 'WeftApiTokenExpires', labels: { token: 'backup-script', user: 'olga' }, value: 6 * 86_400 },
    ]);
    const earlier = new Looks(new Thresholds([{ rule: 'WeftApiTokenExpires', driveClass: null, volumeLabel: null, value: 30 * 86_400 }]));
    expect(rulesAt(earlier, 0, { apiTokens })).toHaveLength(2);
  });

  it('report orphans that grow within an hour, from the oldest look on', () => {
    const of = new Looks();
    expect(rulesAt(of, 0, { orphanCount: 5 })).toEqual([]);
    expect(of.at(600, { orphanCount: 7 })).toMatchObject([{ rule: 'WeftOrphansGrow', value: 2 }]);
    expect(rulesAt(of, 600 + 3700, { orphanCount: 7 })).toEqual([]);
  });

  it('report RDMA retransmits at the threshold', () => {
    const sent = (count: number) => ({ nodes: [node('t1')], rdmaRetransmits: new Map([['t1', count]]) });
    expect(rulesAt(new Looks(), 0, sent(999))).toEqual([]);
    expect(new Looks().at(0, sent(1000))).toMatchObject([{ rule: 'WeftRdmaRetransmits', value: 1000, threshold: 1000 }]);
  });

  it('report each NIC with a degraded PCIe link, and keep the alert of an offline node', () => {
    const rate = (gigatransfersPerSecond: number, lanes: number) => ({ gigatransfersPerSecond, lanes });
    const link = (lanes: number) => ({ current: rate(16, lanes), device: rate(16, 16), slot: rate(16, 16) });
    const nicLinks = [
      { node: named('t1'), nic: 'ens1', link: link(8) },
      { node: named('t1'), nic: 'ens2', link: link(16) },
    ];
    expect(new Looks().at(0, { nodes: [node('t1')], nicLinks })).toMatchObject([
      { rule: 'WeftNicLinkDegraded', part: 'ens1', value: 0.5, labels: { node: 't1', nic: 'ens1', zone: 'z1' } },
    ]);
    const now = after(0);
    const offline = world({ now, nodes: [node('t1', { connection: 'lost' })] });
    expect(readingsOf(offline, new Thresholds([]), new RuleMemories(new Map(), now)).unknown.get('WeftNicLinkDegraded')).toEqual(
      new Set(['t1']),
    );
  });

  it('report NIC errors at the threshold', () => {
    const errors = (count: number) => ({ nodes: [node('t1')], nicErrors: new Map([['t1', count]]) });
    expect(rulesAt(new Looks(), 0, errors(9))).toEqual([]);
    expect(rulesAt(new Looks(), 0, errors(10))).toEqual(['WeftNicErrors']);
  });
});
