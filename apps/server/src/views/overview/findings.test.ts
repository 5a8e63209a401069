import { describe, expect, test } from 'vitest';
import { leg } from '../../domain/world/worlds.fixture.js';
import { findingsOf, type TroubledDrive, type TroubledNode, type TroubledVolume } from './findings.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const earlier = new Date('2026-11-21T10:42:00.000Z');
const node = (name: string, more: Partial<TroubledNode> = {}): TroubledNode => ({
  _id: name,
  name,
  connection: { state: 'lost', since: earlier, serverId: null },
  createdAt: earlier,
  conditions: [],
  orphans: [],
  ...more,
});
const healthy = (message: string) => ({
  type: 'Healthy',
  status: 'false' as const,
  since: earlier.toISOString(),
  reason: 'leg-missing',
  message,
  unblockedBy: 'its return',
});
const volume = (name: string, more: Partial<TroubledVolume> = {}): TroubledVolume => ({
  _id: name,
  name,
  health: 'degraded',
  conditions: [healthy(`${name}: leg 0 on t1 has no path`)],
  legs: [leg(0, 't1', { verdict: 'missing' }), leg(1, 't2', { verdict: 'healthy' })],
  spec: { protection: 'raid1', failureDomain: 'rack' },
  clients: [],
  ...more,
});
const drive = (more: Partial<TroubledDrive> = {}): TroubledDrive => ({
  _id: 'drive-t1',
  serial: 'S1',
  nodeId: 't1',
  nodeName: 't1',
  present: true,
  stateSince: earlier,
  conditions: [],
  inventory: { smart: null },
  ...more,
});
const find = (nodes: TroubledNode[], volumes: TroubledVolume[] = [], drives: TroubledDrive[] = []) =>
  findingsOf({ nodes, drives, volumes }, [{ name: 'left', cidrs: ['10.0.0.0/24'] }], now);

describe('what is wrong, causes first', () => {
  test('given a node that is lost, then it is the one cause of what its volumes say, and names them with what would end it', () => {
    const [first, ...others] = find([node('t1')], [volume('orders'), volume('logs')]);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      severity: 'warn',
      subject: { kind: 'node', name: 't1' },
      what: 'lost',
      since: earlier.toISOString(),
      affected: [{ health: 'degraded', count: 2 }],
      volumes: [{ volume: { name: 'logs' }, unblockedBy: 'its return' }, { volume: { name: 'orders' } }],
    });
    expect(first?.nouns.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['node t1', 'node t2', 'volume orders']),
    );
  });

  test('given data out of reach because of it, then it is bad, and stands before what only degrades', () => {
    const stalled = volume('orders', { health: 'stalled' });
    const elsewhere = volume('logs', { legs: [leg(0, 't3', { verdict: 'missing' })] });
    const found = find([node('t1'), node('t3')], [elsewhere, stalled]);
    expect(found.map(({ severity, subject }) => `${severity} ${subject.name}`)).toEqual(['bad t1', 'warn t3']);
  });

  test('given a volume that nothing explains, or whose legs on the lost node are well, then it speaks for itself', () => {
    const copying = volume('orders', { health: 'rebuilding', legs: [leg(0, 't1', { verdict: 'healthy' })] });
    expect(find([node('t1')], [copying]).map(({ subject, what }) => `${subject.kind} ${what}`)).toEqual(['node lost', 'volume rebuilding']);
  });

  test('given a node that is there with a NIC of a storage network without a link, then that is said, and explains what its volumes say', () => {
    const online = { state: 'online' as const, since: earlier, serverId: null };
    const nics = [
      { name: 'eth1', addresses: ['10.0.0.7/24'], carrier: false },
      { name: 'eth2', addresses: ['10.0.0.8/24'], carrier: true },
      { name: 'eth9', addresses: ['192.168.0.7/24'], carrier: false },
    ];
    const stalled = volume('orders', { health: 'stalled', legs: [leg(0, 't2')], clients: [{ id: 'c1', name: 'c1' }] });
    const dark = node('c1', { connection: online, inventory: { nics } });
    expect(find([dark], [stalled])).toMatchObject([
      { severity: 'bad', subject: { name: 'c1' }, what: 'has no link on eth1 (left)', affected: [{ health: 'stalled', count: 1 }] },
    ]);
    expect(find([dark])).toMatchObject([{ severity: 'warn', what: 'has no link on eth1 (left)', affected: [] }]);
    expect(find([node('c1', { connection: online, inventory: { nics: nics.slice(1) } })])).toEqual([]);
  });

  test('given a client that is lost, then it explains what nobody knows of its volume', () => {
    const silent = volume('orders', { health: 'unknown', legs: [leg(0, 't1')], clients: [{ id: 'c1', name: 'c1' }] });
    expect(find([node('c1')], [silent])).toMatchObject([{ subject: { name: 'c1' }, affected: [{ health: 'unknown', count: 1 }] }]);
  });

  test('given a maintenance in force, then its node is away as planned; given one that is over, then it is lost', () => {
    const until = (hours: number) => ({
      since: earlier,
      until: new Date(now.getTime() + hours * 3_600_000),
      requestedBy: 'olga',
      forced: false,
      endedAt: null,
      endedBy: null,
    });
    const planned = find([node('t1', { maintenance: until(1) })]);
    expect(planned).toMatchObject([
      { severity: 'info', what: 'away, in maintenance', because: expect.stringContaining('olga asked for it, until 2026-11-21T13:00') },
    ]);
    expect(find([node('t1', { maintenance: until(-1) })])).toMatchObject([{ severity: 'warn', what: 'lost' }]);
  });

  test('given a drive that is missing or warns, then it says so, and a missing one explains its volumes', () => {
    const smart = { ...nothingOfSmart, criticalWarning: 5 };
    const found = find(
      [],
      [volume('orders')],
      [drive({ present: false }), drive({ _id: 'other', serial: 'S2', inventory: { smart }, smartWarningSince: earlier })],
    );
    expect(found.map(({ subject, what, since, because }) => [subject.name, what, since, because])).toEqual([
      ['S1', 'missing', earlier.toISOString(), 't1 is online and does not see it'],
      ['S2', 'SMART warning', earlier.toISOString(), 'its critical warning is 5 (spare below threshold, reliability degraded)'],
    ]);
  });

  test('given a drive that is missing from a node that is lost, then nobody says that this node is online', () => {
    const found = find([node('t1')], [], [drive({ present: false })]);
    expect(found.map(({ because }) => because)).toEqual(
      expect.arrayContaining(['by the last word of t1 it is not there', 'no word from its agent; running I/O does not depend on it']),
    );
  });

  test('given a repair that waits, then that is what the volume waits for', () => {
    const wait = {
      ...healthy(''),
      type: 'RepairWaiting',
      status: 'true' as const,
      message: 'class fast has no room for leg 0',
      unblockedBy: 'another drive in class fast',
    };
    const [found] = find([], [volume('orders', { conditions: [...volume('x').conditions, wait] })]);
    expect(found).toMatchObject({ waitingFor: 'class fast has no room for leg 0', unblockedBy: 'another drive in class fast' });
  });
});

const nothingOfSmart = {
  temperatureCelsius: null,
  percentageUsed: null,
  availableSparePercent: null,
  mediaErrors: null,
  powerOnHours: null,
  unsafeShutdowns: null,
};

describe('nodes that stand in one failure domain', () => {
  const together = (name: string, more: Partial<TroubledVolume> = {}): TroubledVolume => {
    const apart = {
      type: 'FailureDomainViolated',
      status: 'true' as const,
      since: earlier.toISOString(),
      reason: 'domain-shared',
      message: 'they share it',
    };
    const legs = ['t2', 't1'].map((nodeName, index) => leg(index, nodeName, { verdict: 'healthy', failureDomain: 'r1' }));
    const conditions = [
      { ...apart, unblockedBy: 'the label' },
      { ...healthy(''), status: 'true' as const },
    ];
    return volume(name, { health: 'healthy', conditions, legs, ...more });
  };

  test('given mirrors with a side on each, then it is said once for all of them, and they are not unwell', () => {
    expect(find([], [together('orders'), together('logs')])).toEqual([
      {
        severity: 'warn',
        subject: { kind: 'node', id: 't1', name: 't1' },
        what: 'shares rack r1 with t2',
        since: earlier.toISOString(),
        because: 'both carry that label, and mirrors have a side on each (logs, orders): what takes it away takes both sides',
        waitingFor: null,
        unblockedBy: 'the label',
        affected: [],
        volumes: [],
        nouns: expect.arrayContaining([{ kind: 'node', id: 't2', name: 't2' }]),
      },
    ]);
  });

  test('given one of them that is also degraded, then both are said', () => {
    const degraded = together('orders');
    const conditions = [...degraded.conditions.filter(({ type }) => type === 'FailureDomainViolated'), healthy('leg 0 is missing')];
    const found = find([], [{ ...degraded, health: 'degraded', conditions }]);
    expect(found.map(({ subject, what }) => `${subject.name} ${what}`)).toEqual(['t1 shares rack r1 with t2', 'orders degraded']);
  });
});
