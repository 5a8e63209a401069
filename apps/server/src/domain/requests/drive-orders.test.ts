import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { describe, expect, it } from 'vitest';
import type { DriveDocument } from '../documents/drive.document.js';
import type { Changes } from '../documents/parts.js';
import type { DriveNode, DriveOrderWorld } from '../drive/drive-world.js';
import { drive, group, inventory, ORDER, releasing, said, serving, taking, wiping } from '../drive/drives.fixture.js';
import { job, NOW } from '../world/worlds.fixture.js';
import { driveOrderCancelled } from './cancel-drive-order.js';
import { requireCancellable } from './cancel-job.js';
import { driveReleased } from './release-drive.js';
import { driveTaken } from './take-drive.js';
import { driveWiped, WIPE_GOOD_FOR_MS } from './wipe-drive.js';

const node: DriveNode = {
  name: 'n1',
  status: { bootId: 'boot', acceptedGeneration: 5, connection: { state: 'online', since: NOW, serverId: 's' } },
};
const world = (of: DriveDocument, change: Partial<DriveOrderWorld> = {}): DriveOrderWorld => ({
  ...{ drive: of, node, reported: null, volumes: [], foreignGroup: null, now: NOW },
  ...change,
});
const full = drive({ status: { inventory: { ...inventory, contents: ['ext4'] } } });
const moved = drive({ status: { inventory: { ...inventory, weftDriveId: 'd0' } } });
const former = { _id: 'd0', serial: 'S0', nodeId: 'n0', nodeName: 'n0' };

const orders = {
  take: driveTaken,
  release: driveReleased,
  wipe: (of: DriveOrderWorld) => driveWiped(of, of.drive.serial, () => ORDER),
};
/** The code of the refusal, and its sentence. */
function refusal(work: () => unknown): { code: string; field?: string | undefined; reason?: Message; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, field: error.field, reason: error.reason, message: error.message };
    throw error;
  }
  return { code: 'none', message: '' };
}

describe('orders to a drive', () => {
  it.each<[keyof typeof orders, DriveDocument, Changes<DriveDocument>]>([
    ['take', drive(), { spec: { desired: 'in-service', scheduling: 'open', schedulingSince: NOW }, status: { stateSince: NOW } }],
    ['take', drive({ spec: { scheduling: 'cordoned' } }), { spec: { desired: 'in-service', scheduling: 'open' } }],
    ['release', serving, { spec: { desired: 'released' }, status: { inService: true, stateSince: NOW } }],
    [
      'wipe',
      full,
      { spec: { desired: 'observed', wipe: expect.objectContaining({ orderId: ORDER, serial: 'S1' }) }, status: { stateSince: NOW } },
    ],
  ])('%s gives the node an order', (action, of, after) => {
    expect(orders[action](world(of))).toMatchObject({ isOrder: true, after });
  });

  it('keeps the time of the state of a drive that is released while it is missing', () => {
    const missing = { ...serving, status: { ...serving.status, present: false, stateSince: new Date(0) } };
    expect(driveReleased(world(missing)).after).toEqual({ ...missing, spec: { ...missing.spec, desired: 'released' } });
  });

  it.each<[keyof typeof orders, string, DriveDocument]>([
    ['take', 'with contents (S1)', full],
    ['take', 'of another Weft drive (S1)', moved],
    ['take', 'in use (S1)', drive({ status: { inventory: { ...inventory, inUse: true } } })],
    ['take', 'in service', serving],
    ['take', 'that is missing', drive({ status: { present: false } })],
    ['wipe', 'in service (S1)', serving],
    ['wipe', 'that is being wiped', wiping],
    ['release', 'that is not in service', drive()],
    ['release', 'that is being taken', taking],
    ['release', 'that is being released', releasing],
  ])('refuses to %s a drive %s', (action, _, of) => {
    expect(refusal(() => orders[action](world(of))).code).toBe('wrong-state');
  });

  const able = { actions: ['block-erase' as const], besides: 'nothing' as const, state: 'never' as const, progressRatio: null };
  it.each([
    ['sanitize', able, undefined],
    ['sanitize', able, 'sanitize' as const],
    [undefined, able, 'zero' as const],
    [undefined, undefined, undefined],
    [undefined, { ...able, actions: [] }, undefined],
    [undefined, { ...able, besides: 'namespaces' as const }, undefined],
  ])('orders a wipe by %s with %j, asked for %s', (method, sanitize, asked) => {
    const of = drive({ status: { inventory: { ...inventory, ...(sanitize ? { sanitize } : {}) } } });
    expect(driveWiped(world(of), 'S1', () => ORDER, asked).after.spec.wipe?.method).toBe(method);
  });

  it('refuses a sanitize that Weft cannot do, and names the reason', () => {
    for (const [sanitize, because] of [
      [undefined, 'does not report'],
      [{ ...able, besides: 'namespaces' as const }, 'other namespaces'],
    ] as const) {
      const of = drive({ status: { inventory: { ...inventory, ...(sanitize ? { sanitize } : {}) } } });
      const refused = refusal(() => driveWiped(world(of), 'S1', () => ORDER, 'sanitize'));
      expect(refused).toMatchObject({ code: 'not-possible', field: 'method', message: expect.stringContaining(because) });
      expect(refused.message).toContain('method zero');
    }
  });

  it('names the contents that prevent a take (S1)', () => {
    expect(refusal(() => driveTaken(world(full))).message).toContain('ext4');
    expect(refusal(() => driveTaken(world(moved))).message).toContain('volume group of the Weft drive d0');
    expect(refusal(() => driveTaken(world(drive({ status: { inventory: { ...inventory, inUse: true } } })))).message).toContain(
      'in use: mounted',
    );
  });

  it('refuses to release a drive with legs, and names their volumes (S5)', () => {
    const { code, message } = refusal(() => driveReleased(world(serving, { volumes: ['db', 'log'] })));
    expect([code, message]).toEqual(['in-use', expect.stringMatching(/db.*log/)]);
    const order = refusal(() => driveReleased(world(drive(), { volumes: ['db'] })));
    expect(order.code).toBe('wrong-state');
  });
});

describe('driveWiped', () => {
  const wiped = (change: Partial<DriveOrderWorld> = {}, serial: string | null = 'S1') =>
    driveWiped(world(change.drive ?? full, change), serial, () => ORDER);

  it('binds the order to this drive, this boot and one hour (S1)', () => {
    expect(wiped().after.spec.wipe).toEqual({
      orderId: ORDER,
      serial: 'S1',
      terms: {
        ...{ notAfter: new Date(NOW.getTime() + WIPE_GOOD_FOR_MS).toISOString(), bootId: 'boot' },
        ...{ model: 'M', sizeBytes: 1100, wwid: null, weftDriveId: null },
      },
    });
  });

  it('wipes a drive on which nothing is recognised: old data may stand between its ends', () => {
    const blank = driveWiped(world(drive()), 'S1', () => ORDER);
    expect(blank.after.spec.wipe).toMatchObject({ orderId: ORDER, serial: 'S1' });
    expect(blank.statements[0]?.text).toBe('Everything on drive S1 of n1 may be destroyed: unknown contents.');
  });

  it('states what may be destroyed', () => {
    expect(wiped().statements).toEqual([
      {
        statement: 'wipe',
        about: { id: 'd1', name: 'S1' },
        code: 'drive-wiped',
        params: { drive: { kind: 'drive', id: 'd1', name: 'S1' }, node: { kind: 'node', id: 'n1', name: 'n1' }, contents: ['ext4'] },
        text: 'Everything on drive S1 of n1 may be destroyed: ext4.',
      },
    ]);
    const foreignGroup = { driveId: 'd0', drive: former, volumes: [] };
    expect(wiped({ drive: moved, foreignGroup }).statements[0]?.text).toContain('drive S0 of node n0, on which no volume has a leg');
    expect(wiped({ drive: moved, foreignGroup: { ...foreignGroup, drive: null } }).statements[0]?.text).toContain(
      'Weft drive d0, which this cluster does not know',
    );
  });

  it('requires the serial repeated, except in a dry run (S1)', () => {
    expect(refusal(() => wiped({}, 's1'))).toMatchObject({ code: 'invalid-field', field: 'serial' });
    expect(wiped({}, null).isOrder).toBe(true);
  });

  it('checks the state, then the serial, then the legs, then the connection', () => {
    const foreignGroup = { driveId: 'd0', drive: former, volumes: ['db'] };
    const off = { ...node, status: { ...node.status, bootId: null } };
    expect(refusal(() => wiped({ drive: serving, foreignGroup, node: off }, 'x')).code).toBe('wrong-state');
    expect(refusal(() => wiped({ drive: moved, foreignGroup, node: off }, 'x')).code).toBe('invalid-field');
    const held = refusal(() => wiped({ drive: moved, foreignGroup, node: off }));
    expect([held.code, held.message]).toEqual(['in-use', expect.stringMatching(/drive S0 of node n0, with legs of db/)]);
    expect(refusal(() => wiped({ drive: moved, node: off })).message).toContain('n1');
    for (const each of [off, null]) expect(refusal(() => wiped({ node: each })).code).not.toBe('none');
  });
});

describe('driveOrderCancelled', () => {
  const cancelled = (kind: 'drive.take' | 'drive.wipe' | 'drive.release', of: DriveDocument, change: Partial<DriveOrderWorld> = {}) =>
    driveOrderCancelled(world(of, change), job(kind, 'd1'), 'vera');

  it.each([
    ['drive.take', taking, said({ state: 'working' }), { spec: { desired: 'released' } }],
    ['drive.wipe', wiping, null, { spec: { wipe: null } }],
    [
      'drive.release',
      { ...releasing, status: { ...releasing.status, inService: true } },
      said({ state: 'waiting' }),
      { spec: { desired: 'in-service' }, status: { inService: false } },
    ],
    ['drive.wipe', wiping, said({ state: 'working' }, 'before'), { spec: { wipe: null } }],
    ['drive.wipe', wiping, said({ state: 'working', generation: 4 }), { spec: { wipe: null } }],
    ['drive.wipe', wiping, said({ state: 'working', observed: { begunOrderId: null } }), { spec: { wipe: null } }],
  ] as const)('withdraws the order of %s, and ends its job', (kind, of, reported, after) => {
    const { next, view } = cancelled(kind, of, { reported });
    expect(next).toMatchObject({ isOrder: true, after });
    expect(next.after.status.stateSince).toEqual(NOW);
    expect(view).toMatchObject({ state: 'failed', waitingFor: [], error: { code: 'cancelled', message: expect.stringContaining('vera') } });
  });

  it.each([
    ['drive.wipe', wiping, said({ state: 'working' }), 'wipe-started'],
    ['drive.wipe', wiping, said({ state: 'working', observed: { begunOrderId: ORDER } }), 'wipe-started'],
    ['drive.wipe', wiping, said({ observed: { wipedOrderId: ORDER } }), 'wipe-started'],
    ['drive.wipe', wiping, said({ observed: { wipedOrderId: ORDER, begunOrderId: null } }), 'wipe-started'],
    ['drive.release', releasing, said({ state: 'working', observed: { begunOrderId: null } }), 'release-started'],
    ['drive.release', releasing, said({ state: 'working', observed: group }), 'release-started'],
  ] as const)('refuses to cancel %s once the node has started it', (kind, of, reported, code) => {
    const error = refusal(() => cancelled(kind, of, { reported }));
    expect(error.reason?.code).toBe(code);
    expect(error.message).toMatch(/n1 .* can no longer be cancelled/);
  });

  it('states that the node is offline', () => {
    const lost = { ...node, status: { ...node.status, connection: { ...node.status.connection, state: 'lost' as const } } };
    expect(cancelled('drive.wipe', wiping, { node: lost }).view.error?.params).toMatchObject({ offline: { kind: 'node', name: 'n1' } });
    expect(cancelled('drive.wipe', wiping).view.error?.params).not.toHaveProperty('offline');
  });

  it('warns that a wipe may have begun since the last report (S13)', () => {
    const { error } = cancelled('drive.wipe', wiping).view;
    expect(error?.message).toBe(
      'Cancelled by vera. If n1 began the wipe since its last report, it stops, and what it has overwritten is lost.',
    );
    expect(cancelled('drive.take', taking).view.error?.message).toBe('Cancelled by vera.');
  });

  it('refuses a job that is not open, of another kind, or of a removed node', () => {
    expect(refusal(() => driveOrderCancelled(world(taking), undefined, 'vera'))).toMatchObject({
      ...{ code: 'wrong-state', reason: { params: { drive: { kind: 'drive', id: 'd1', name: 'S1' } } } },
    });
    expect(refusal(() => driveOrderCancelled(world(taking), job('drive.evict', 'd1'), 'vera')).code).toBe('wrong-state');
    expect(refusal(() => cancelled('drive.take', taking, { node: null })).code).toBe('wrong-state');
  });
});

describe('requireCancellable', () => {
  const subject = { kind: 'drive' as const, id: 'd1', name: 'S1' };

  it.each([
    ['drive.take', 'running', 'none'],
    ['node.drain', 'waiting', 'none'],
    ['drive.take', 'done', 'wrong-state'],
    ['drive.wipe', 'failed', 'wrong-state'],
    ['volume.repair', 'running', 'wrong-state'],
  ] as const)('%s that is %s: %s', (kind, state, code) => {
    expect(refusal(() => requireCancellable({ kind, state, subject })).code).toBe(code);
  });

  it('names the kind of the job, and the subject and state of one that has ended', () => {
    expect(() => requireCancellable({ kind: 'volume.repair', state: 'running', subject })).toThrow(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'job-not-cancellable', params: { kind: 'volume.repair' } }) }),
    );
    expect(() => requireCancellable({ kind: 'drive.take', state: 'done', subject })).toThrow(
      expect.objectContaining({
        reason: expect.objectContaining({ code: 'job-ended', params: { kind: 'drive.take', subjectName: 'S1', state: 'done' } }),
      }),
    );
  });
});
