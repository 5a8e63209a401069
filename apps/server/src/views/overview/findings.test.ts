import { describe, expect, test } from 'vitest';
import { type Changes, changed } from '../../domain/documents/parts.js';
import { leg } from '../../domain/world/worlds.fixture.js';
import { findingsOf, type TroubledDrive, type TroubledNode, type TroubledVolume, type Troubles } from './findings.js';

const now = new Date('2026-11-21T12:00:00.000Z');
const earlier = new Date('2026-11-21T10:42:00.000Z');
const node = (name: string, more: Changes<TroubledNode> = {}): TroubledNode =>
  changed(
    {
      _id: name,
      name,
      createdAt: earlier,
      spec: {},
      status: { connection: { state: 'lost', since: earlier, serverId: null }, conditions: [] },
    },
    more,
  );
const healthy = (message: string) => ({
  type: 'Healthy',
  status: 'false' as const,
  since: earlier.toISOString(),
  reason: 'leg-missing',
  message,
  unblockedBy: 'its return',
});
const volume = (name: string, more: Changes<TroubledVolume> = {}): TroubledVolume =>
  changed(
    {
      _id: name,
      name,
      legs: [leg(0, 't1', { status: { health: 'missing' } }), leg(1, 't2', { status: { health: 'healthy' } })],
      spec: { protection: 'raid1', failureDomain: 'rack' },
      clients: [],
      status: { health: 'degraded', conditions: [healthy(`${name}: leg 0 on t1 has no path`)] },
    },
    more,
  );
const drive = ({ status, ...more }: Changes<TroubledDrive & { spec: object }> = {}): TroubledDrive => ({
  _id: 'drive-t1',
  serial: 'S1',
  nodeId: 't1',
  nodeName: 't1',
  ...more,
  status: { inventory: { smart: null }, present: true, stateSince: earlier, conditions: [], ...status },
});
const find = (
  nodes: TroubledNode[],
  volumes: TroubledVolume[] = [],
  drives: TroubledDrive[] = [],
  orphans: Troubles['orphans'] = new Map(),
) => findingsOf({ nodes, drives, volumes, orphans }, [{ name: 'left', cidrs: ['10.0.0.0/24'] }], now);

describe('findingsOf', () => {
  test('counts the listed orphans of a node, since the oldest one', () => {
    const [online, since] = [
      node('t1', { status: { connection: { state: 'online', since: earlier, serverId: null } } }),
      earlier.toISOString(),
    ];
    expect(find([online], [], [], new Map([['t1', { count: 2, ignored: 1, since }]]))).toMatchObject([
      { subject: { kind: 'node', name: 't1' }, severity: 'warn', what: '2 orphans, 1 more ignored', since },
    ]);
    expect(find([online])).toEqual([]);
  });

  test('reports a lost node as the one cause for its volumes, with the remedy', () => {
    const [first, ...others] = find([node('t1')], [volume('orders'), volume('logs')]);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      severity: 'warn',
      subject: { kind: 'node', name: 't1' },
      what: 'lost',
      since: earlier.toISOString(),
      affected: [{ health: 'degraded', unconfirmed: false, count: 2 }],
      volumes: [{ volume: { name: 'logs' }, unblockedBy: 'its return' }, { volume: { name: 'orders' } }],
    });
  });

  test('counts a volume whose health a lost node leaves unconfirmed as affected', () => {
    const status = { health: 'healthy' as const, conditions: [{ ...healthy('leg 0 is not confirmed'), status: 'unknown' as const }] };
    const doubted = volume('orders', { status, legs: [leg(0, 't1', { status: { health: 'unknown' } })] });
    expect(find([node('t1')], [doubted, volume('logs')])).toMatchObject([
      {
        affected: [
          { health: 'degraded', unconfirmed: false, count: 1 },
          { health: 'healthy', unconfirmed: true, count: 1 },
        ],
        volumes: [{ volume: { name: 'logs' } }, { volume: { name: 'orders' }, health: 'healthy', unconfirmed: true }],
      },
    ]);
    expect(find([], [doubted])).toMatchObject([{ subject: { kind: 'volume' }, what: 'healthy (unconfirmed)' }]);
  });

  test('hands on the data of conditions, with every object that their sentences name', () => {
    const t1 = { kind: 'node' as const, id: 't1', name: 't1' };
    const silent = {
      ...healthy('t1 is offline'),
      reason: 'degraded',
      code: 'node-silent',
      params: { node: t1, since: earlier.toISOString() },
    };
    const { code, params } = silent;
    const own = { because: { code, params, part: 'message' }, unblockedBy: { code, params, part: 'unblockedBy' } };
    const [lost] = find([node('t1')], [volume('orders', { status: { conditions: [silent] } })]);
    expect(lost?.data.because).toEqual({ code: 'agent-not-reporting', params: { node: t1 }, part: 'message' });
    expect(lost?.volumes).toMatchObject([{ volume: { id: 'orders', name: 'orders' }, data: own }]);
    const [alone] = find([], [volume('orders', { status: { conditions: [silent] } })]);
    expect(alone).toMatchObject({ subject: { name: 'orders' }, data: own });
    expect(find([], [volume('logs')])[0]?.data).toEqual({});
  });

  test('reports a drive in service whose volume group is lost as the cause for its volumes', () => {
    const lost = { ...healthy('its volume group is missing'), type: 'VolumeGroupLost', status: 'true' as const };
    const found = find(
      [],
      [volume('orders', { legs: [leg(0, 't1', { driveId: 'drive-t1', status: { health: 'missing' } })] })],
      [drive({ status: { conditions: [lost] } })],
    );
    expect(found).toMatchObject([{ subject: { kind: 'drive', name: 'S1' }, severity: 'warn', volumes: [{ volume: { name: 'orders' } }] }]);
  });

  test('rates a node that stalls a volume as bad, and lists it before one that only degrades', () => {
    const stalled = volume('orders', { status: { health: 'stalled' } });
    const elsewhere = volume('logs', { legs: [leg(0, 't3', { status: { health: 'missing' } })] });
    const found = find([node('t1'), node('t3')], [elsewhere, stalled]);
    expect(found.map(({ severity, subject }) => `${severity} ${subject.name}`)).toEqual(['bad t1', 'warn t3']);
  });

  test('reports a volume itself when the lost node does not explain its health', () => {
    const copying = volume('orders', { legs: [leg(0, 't1', { status: { health: 'healthy' } })], status: { health: 'rebuilding' } });
    expect(find([node('t1')], [copying]).map(({ subject, what }) => `${subject.kind} ${what}`)).toEqual(['node lost', 'volume rebuilding']);
  });

  test('reports a node without a link on a storage network as the cause for its volumes', () => {
    const online = { state: 'online' as const, since: earlier, serverId: null };
    const nics = [
      { name: 'eth1', addresses: ['10.0.0.7/24'], carrier: false },
      { name: 'eth2', addresses: ['10.0.0.8/24'], carrier: true },
      { name: 'eth9', addresses: ['192.168.0.7/24'], carrier: false },
    ];
    const stalled = volume('orders', { legs: [leg(0, 't2')], clients: [{ id: 'c1', name: 'c1' }], status: { health: 'stalled' } });
    const dark = node('c1', { status: { inventory: { nics }, connection: online } });
    expect(find([dark], [stalled])).toMatchObject([
      {
        severity: 'bad',
        subject: { name: 'c1' },
        what: 'has no link on eth1 (left)',
        affected: [{ health: 'stalled', unconfirmed: false, count: 1 }],
      },
    ]);
    expect(find([dark])).toMatchObject([{ severity: 'warn', what: 'has no link on eth1 (left)', affected: [] }]);
    expect(find([node('c1', { status: { inventory: { nics: nics.slice(1) }, connection: online } })])).toEqual([]);
  });

  test('explains the unknown health of a volume by its lost client', () => {
    const silent = volume('orders', { legs: [leg(0, 't1')], clients: [{ id: 'c1', name: 'c1' }], status: { health: 'unknown' } });
    expect(find([node('c1')], [silent])).toMatchObject([
      { subject: { name: 'c1' }, affected: [{ health: 'unknown', unconfirmed: false, count: 1 }] },
    ]);
  });

  test('reports an offline node in maintenance as planned, and as lost after the maintenance', () => {
    const until = (hours: number) => ({
      since: earlier,
      until: new Date(now.getTime() + hours * 3_600_000),
      requestedBy: 'olga',
      forced: false,
      endedAt: null,
      endedBy: null,
    });
    const planned = find([node('t1', { spec: { maintenance: until(1) } })]);
    expect(planned).toMatchObject([
      {
        severity: 'info',
        what: 'offline, maintenance',
        because: expect.stringContaining('requested by olga until 2026-11-21T13:00'),
        waitingFor: 'the agent of t1',
        data: {
          because: { code: 'maintenance-requested', params: { requestedBy: 'olga', until: '2026-11-21T13:00:00.000Z' }, part: 'message' },
        },
      },
    ]);
    expect(find([node('t1', { spec: { maintenance: until(-1) } })])).toMatchObject([{ severity: 'warn', what: 'lost' }]);
  });

  test('reports missing drives and SMART warnings, and explains volumes by a missing drive', () => {
    const smart = { ...nothingOfSmart, criticalWarning: 5 };
    const found = find(
      [],
      [volume('orders')],
      [
        drive({ status: { present: false } }),
        drive({ _id: 'other', serial: 'S2', status: { inventory: { smart }, smartWarningSince: earlier } }),
      ],
    );
    expect(found.map(({ subject, what, since, because }) => [subject.name, what, since, because])).toEqual([
      ['S1', 'missing', earlier.toISOString(), 't1 is online and cannot find it'],
      ['S2', 'SMART warning', earlier.toISOString(), 'its critical warning is 5 (spare below threshold, reliability degraded)'],
    ]);
  });

  test('does not report a lost node as online because of its missing drive', () => {
    const found = find([node('t1')], [], [drive({ status: { present: false } })]);
    expect(found.map(({ because }) => because)).toEqual(
      expect.arrayContaining(['missing in the last report of t1', 'its agent does not report; running I/O does not depend on it']),
    );
  });

  test('reports the wait of a repair as the wait of its volume', () => {
    const wait = {
      ...healthy(''),
      type: 'RepairWaiting',
      status: 'true' as const,
      message: 'class fast has no room for leg 0',
      unblockedBy: 'another drive in class fast',
    };
    const [found] = find([], [volume('orders', { status: { conditions: [...volume('x').status.conditions, wait] } })]);
    expect(found).toMatchObject({ waitingFor: 'class fast has no room for leg 0', unblockedBy: 'another drive in class fast' });
    const params = { pieces: 1 };
    const [withData] = find(
      [],
      [volume('orders', { status: { conditions: [...volume('x').status.conditions, { ...wait, reason: 'no-room', params }] } })],
    );
    expect(withData?.data).toEqual({
      waitingFor: { code: 'no-room', params, part: 'message' },
      unblockedBy: { code: 'no-room', params, part: 'unblockedBy' },
    });
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

describe('nodes in one failure domain', () => {
  const together = (name: string, more: Changes<TroubledVolume> = {}): TroubledVolume => {
    const violation = {
      type: 'FailureDomainViolated',
      status: 'true' as const,
      since: earlier.toISOString(),
      reason: 'domain-shared',
      message: 'they share it',
    };
    const legs = ['t2', 't1'].map((nodeName, index) =>
      leg(index, nodeName, { spec: { failureDomain: 'r1' }, status: { health: 'healthy' } }),
    );
    const conditions = [
      { ...violation, unblockedBy: 'the label' },
      { ...healthy(''), status: 'true' as const },
    ];
    return changed(volume(name, { legs, status: { health: 'healthy', conditions } }), more);
  };

  test('are reported once for all their mirrors, which stay healthy', () => {
    expect(find([], [together('orders'), together('logs')])).toEqual([
      {
        severity: 'warn',
        subject: { kind: 'node', id: 't1', name: 't1' },
        what: 'shares rack r1 with t2',
        since: earlier.toISOString(),
        because: 'both have this label, and mirrors have a half on each (logs, orders): one failure takes both halves',
        waitingFor: null,
        unblockedBy: 'the label',
        affected: [],
        volumes: [],
        data: {
          because: {
            code: 'domain-holds-mirrors',
            params: { volumes: ['logs', 'orders'].map((name) => ({ kind: 'volume', id: name, name })) },
            part: 'message',
          },
        },
      },
    ]);
  });

  test('are reported in addition to a degraded volume', () => {
    const degraded = together('orders');
    const conditions = [...degraded.status.conditions.filter(({ type }) => type === 'FailureDomainViolated'), healthy('leg 0 is missing')];
    const found = find([], [changed(degraded, { status: { health: 'degraded', conditions } })]);
    expect(found.map(({ subject, what }) => `${subject.name} ${what}`)).toEqual(['t1 shares rack r1 with t2', 'orders degraded']);
  });
});
