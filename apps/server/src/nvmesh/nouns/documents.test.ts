import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Drive } from '@weft/shared/kinds/drive';
import type { Node } from '@weft/shared/kinds/node';
import type { Leg, Volume } from '@weft/shared/kinds/volume';
import { describe, expect, it } from 'vitest';
import { countersOf, logDocument, spaceOf, statusOf } from './cluster-status.js';
import { driveDocument } from './drive-document.js';
import { volumeAction, volumeStatus } from './health.js';
import { clientDocument, isTarget, targetDocument } from './node-documents.js';
import { volumeDocument } from './volume-document.js';

const GiB = 2 ** 30;
const leg = (index: number, node: string, more: Partial<Leg> = {}): Leg =>
  ({
    id: `leg-${index}`,
    index,
    role: 'member',
    health: 'healthy',
    dataBytes: GiB,
    drive: { id: `drive-${index}`, serial: `S${index}` },
    node: { id: `id-${node}`, name: node },
    ...more,
  }) as Leg;
const volume = (more: Partial<Volume> = {}): Volume =>
  ({
    id: 'volume-id',
    name: 'v',
    version: 3,
    protection: 'raid1',
    copies: 2,
    sizeBytes: GiB,
    stripeWidth: null,
    stripeSizeBytes: 65_536,
    failureDomain: 'rack',
    rebuildPriority: 'high',
    encryption: 'none',
    state: 'available',
    health: 'healthy',
    growth: null,
    driveClass: { id: 'class', name: 'fast' },
    labels: { team: 'a' },
    legs: [leg(0, 't1'), leg(1, 't2')],
    attachmentIds: [],
    ...more,
  }) as Volume;
const attachment = (more: Partial<Attachment> = {}): Attachment =>
  ({
    volume: { id: 'volume-id', name: 'v' },
    node: { id: 'id-c1', name: 'c1' },
    mode: 'exclusive',
    state: 'attached',
    device: '/dev/weft/v',
    openBy: [],
    ...more,
  }) as Attachment;
const drive = (more: Partial<Drive> = {}): Drive =>
  ({
    id: 'drive-0',
    serial: 'S0',
    nsid: 2,
    model: 'M',
    node: { id: 'id-t1', name: 't1' },
    sizeBytes: 8192,
    capacityBytes: 4096,
    freeBytes: 1024,
    largestFreeBytes: 512,
    logicalBlockBytes: 512,
    state: 'in-service',
    scheduling: 'open',
    smart: null,
    conditions: [],
    ...more,
  }) as Drive;
const node = (more: Partial<Node> = {}): Node =>
  ({
    id: 'id-t1',
    name: 't1',
    roles: ['target'],
    labels: { zone: 'z1' },
    agentVersion: '0.1.0',
    connection: { state: 'online', since: null },
    maintenance: null,
    conditions: [],
    nics: [{ name: 'eth0', macAddress: '02:00', rdmaDevice: null, mtuBytes: 9000, speedBitsPerSecond: 1e11, up: false }],
    ...more,
  }) as Node;

describe('a volume', () => {
  it('has the RAID names, blocks and segments of NVMesh', () => {
    const document = volumeDocument(volume(), [], new Map([['drive-0', 2]]));
    expect(document).toMatchObject({
      _id: 'v',
      uuid: 'volume-id',
      RAIDLevel: 'Mirrored RAID-1',
      numberOfMirrors: 1,
      capacity: GiB,
      blocks: 262_144,
      domain: 'Rack',
      metadata: { team: 'a' },
      diskClasses: ['fast'],
      relativeRebuildPriority: 20,
      reservation: { mode: 0, reservedBy: null },
    });
    expect(document).not.toHaveProperty('stripeWidth');
    expect(document.chunks).toMatchObject([
      {
        vlbs: 0,
        vlbe: 262_143,
        pRaids: [
          {
            stripeIndex: 0,
            diskSegments: [
              { diskID: 'S0.2', node_id: 't1', status: 'normal' },
              { diskID: 'S1.1', pRaidIndex: 1 },
            ],
          },
        ],
      },
    ]);
  });

  it('has a segment set for each mirror set, and the width of the stripe', () => {
    const legs = [0, 1, 2, 3].map((index) => leg(index, `t${index}`, index === 3 ? { health: 'missing' } : {}));
    const three = volumeDocument(volume({ copies: 3, legs: legs.slice(0, 3) }), [], new Map());
    expect(three).toMatchObject({ numberOfMirrors: 2 });
    expect(three.chunks[0]?.pRaids.map(({ diskSegments }) => diskSegments.length)).toEqual([3]);
    const document = volumeDocument(volume({ protection: 'raid10', legs, stripeSizeBytes: 131_072 }), [], new Map());
    expect(document).toMatchObject({ stripeWidth: 2, stripeSize: 32, RAIDLevel: 'Striped & Mirrored RAID-10' });
    expect(document.chunks[0]?.pRaids.map(({ diskSegments }) => diskSegments.map(({ status }) => status))).toEqual([
      ['normal', 'normal'],
      ['normal', 'offline'],
    ]);
  });

  it('has a chunk for each leg of a concatenation, and the last ends with the volume', () => {
    const legs = [leg(0, 't1'), leg(1, 't2')];
    const { chunks } = volumeDocument(volume({ protection: 'concatenated', legs, sizeBytes: 1.5 * GiB }), [], new Map());
    expect(chunks.map(({ vlbs, vlbe }) => [vlbs, vlbe])).toEqual([
      [0, 262_143],
      [262_144, 393_215],
    ]);
  });

  it.each([
    [{}, 'online', 'none'],
    [{ state: 'creating' }, 'pending', 'initializing'],
    [{ state: 'deleting' }, 'online', 'toBeDeleted'],
    [{ health: 'detached' }, 'online', 'none'],
    [{ health: 'rebuilding' }, 'degraded', 'rebuilding'],
    [{ health: 'degraded' }, 'degraded', 'none'],
    [{ health: 'stalled' }, 'offline', 'none'],
    [{ health: 'broken' }, 'offline', 'none'],
    [{ health: 'unknown' }, 'unavailable', 'none'],
    [{ growth: { toSizeBytes: 1 } }, 'online', 'extending'],
  ] as const)('%j: status %s, action %s', (more, status, action) => {
    expect([volumeStatus(volume(more as Partial<Volume>)), volumeAction(volume(more as Partial<Volume>))]).toEqual([status, action]);
  });
});

describe('a drive', () => {
  it('counts blocks of its own size', () => {
    expect(driveDocument(drive())).toMatchObject({
      diskID: 'S0.2',
      status: 'Ok',
      health: 'healthy',
      block_size: 512,
      blocks: 16,
      usableBlocks: 8,
      availableBlocks: 2,
      isExcluded: false,
      isOutOfService: false,
    });
  });

  it.each([
    [{ state: 'available' }, { status: 'Not_Initialized', isExcluded: false }],
    [{ state: 'occupied' }, { status: 'Not_Initialized', isExcluded: true, excludeReason: 'In-Use' }],
    [{ state: 'wiping' }, { status: 'Formatting' }],
    [{ state: 'missing' }, { status: 'Missing', health: 'critical' }],
    [{ scheduling: 'evicting' }, { status: 'Ok', isOutOfService: true }],
    [{ smart: { criticalWarning: 4, percentageUsed: 80 } }, { health: 'alarm', Critical_Warning: 4, Percentage_Used: 80 }],
  ])('%j is %j', (more, expected) => {
    expect(driveDocument(drive(more as Partial<Drive>))).toMatchObject(expected);
  });
});

describe('a node', () => {
  it('is a target with its drives and NICs', () => {
    expect(targetDocument(node(), [drive()])).toMatchObject({
      node_id: 't1',
      node_status: 1,
      tomaStatus: 'up',
      health: 'healthy',
      zone: 'z1',
      disks: [{ diskID: 'S0.2' }],
      nics: [{ nicID: '02:00', protocol: 'TCP', status: 'LinkDown', health: 'critical' }],
    });
    expect([isTarget(node({ roles: [] }), []), isTarget(node({ roles: [] }), [drive()])]).toEqual([false, true]);
  });

  it('is critical while its agent is lost, and an alarm in maintenance or with a problem', () => {
    const lost = node({ connection: { state: 'lost', since: null } });
    expect(targetDocument(lost, [])).toMatchObject({ node_status: 2, tomaStatus: 'down', health: 'critical' });
    expect(clientDocument(lost, [])).toMatchObject({ client_status: 5, managementAgentStatus: 'down' });
    expect(clientDocument(node({ connection: { state: 'never', since: null } }), [])).toMatchObject({ client_status: 0 });
    expect(targetDocument(node({ maintenance: {} as never }), []).health).toBe('alarm');
    const conditions = [{ type: 'ClockSkewed', status: 'true' }] as never;
    expect(targetDocument(node({ conditions }), []).health).toBe('alarm');
  });

  it('is a client with its volumes', () => {
    const document = clientDocument(node(), [attachment(), attachment({ mode: 'shared', state: 'attaching', device: null })]);
    expect(document.block_devices).toMatchObject([
      { name: 'v', vol_status: 4, is_io_enabled: 1, reservation: { mode: 3, reservedBy: 'c1' } },
      { vol_status: 6, is_io_enabled: 0, reservation: { mode: 2, reservedBy: null } },
    ]);
    expect(document.hasIoDisabled).toBe(false);
    const busy = attachment({ state: 'detaching', openBy: [{ pid: 1, name: 'fio' }] as never });
    expect(clientDocument(node(), [busy]).block_devices).toMatchObject([{ vol_status: 1 }]);
  });
});

describe('the cluster', () => {
  const counted = {
    targets: [targetDocument(node(), []), targetDocument(node({ connection: { state: 'lost', since: null } }), [])],
    clients: [clientDocument(node(), [])],
    volumes: [volumeDocument(volume(), [], new Map()), volumeDocument(volume({ name: 'w', health: 'degraded' }), [], new Map())],
    drives: [
      driveDocument(drive()),
      driveDocument(drive({ state: 'missing', logicalBlockBytes: 4096, capacityBytes: 8192, freeBytes: 4096 })),
    ],
  };

  it('counts by health, and adds up bytes', () => {
    expect(countersOf(counted)).toEqual({
      volumeCount: { total: 2, healthy: 1, alarm: 1, critical: 0 },
      serverCount: { total: 2, healthy: 1, alarm: 0, critical: 1 },
      clientCount: { total: 1, healthy: 1, alarm: 0, critical: 0 },
      diskCount: { total: 2, healthy: 1, alarm: 0, critical: 1 },
    });
    expect(spaceOf(counted.drives)).toEqual({ totalSpace: 12_288, allocatedSpace: 7168, freeSpace: 5120 });
  });

  it('lists volumes by RAID level, and open alerts as errors and warnings', () => {
    const alert = (severity: string, acknowledged: unknown = null) =>
      logDocument({
        id: severity,
        severity,
        acknowledged,
        state: 'firing',
        rule: 'DriveMissing',
        summary: 'A drive is missing.',
        action: 'Look at it.',
        firedAt: '2026-11-29T00:00:00.000Z',
        subject: { kind: 'drive', name: 'S0' },
      } as never);
    const logs = [alert('critical'), alert('warning'), alert('warning', { by: 'ann' })];
    const status = statusOf(counted, logs, { version: '1', clusterId: 'c' });
    expect(status).toMatchObject({
      servers: { totalServers: 2, offlineServers: 1 },
      volumes: { 'Mirrored RAID-1': { healthy: ['v'], alarm: ['w'], critical: [] } },
      errors: [{ message: 'A drive is missing. Look at it.', meta: { header: 'DriveMissing' } }],
    });
    expect(status.warnings).toHaveLength(1);
  });
});
