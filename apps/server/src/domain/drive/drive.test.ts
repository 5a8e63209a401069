import { describe, expect, test } from 'vitest';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import { changed } from '../documents/parts.js';
import { driveJobView } from './drive-job-view.js';
import { driveState, freeBytes } from './drive-state.js';
import { applyDriveStatus } from './drive-status.js';
import { drive, GROUP, group, inventory, notBlank, ORDER, releasing, said, serving, taking, wiping } from './drives.fixture.js';

const OTHER_ORDER = '6f1f7c8e-5d5a-4c53-9b6c-3a6f8a1d0002';

describe('driveState and freeBytes', () => {
  test.each([
    ['available', drive()],
    ['occupied', drive({ status: { inventory: { ...inventory, contents: ['ext4'] } } })],
    ['occupied', drive({ status: { inventory: { ...inventory, inUse: true } } })],
    ['occupied', drive({ status: { inventory: { ...inventory, weftDriveId: ORDER } } })],
    ['taking', taking],
    ['in-service', serving],
    ['releasing', releasing],
    ['wiping', wiping],
    ['missing', { ...serving, status: { ...serving.status, present: false } }],
  ] as const)('driveState returns %s', (state, document) => expect(driveState(document)).toBe(state));

  test('freeBytes subtracts reserve and allocated bytes, and is never negative', () => {
    expect(freeBytes({ status: { capacityBytes: 1000, allocatedBytes: 300 } }, 0.25)).toBe(450);
    expect(freeBytes({ status: { capacityBytes: 1000, allocatedBytes: 900 } }, 0.25)).toBe(0);
  });
});

describe('applyDriveStatus', () => {
  test.each([
    ['of an older boot', said({ observed: group }, 'before')],
    ['of an older generation', said({ generation: 4, observed: group })],
    ['never made', null],
  ])('changes nothing on a report %s (S12)', (_, reported) => {
    for (const each of [taking, wiping, releasing]) expect(applyDriveStatus(each, reported, 'boot')).toBeNull();
  });

  test('puts a drive into service with its capacity when its volume group is reported', () => {
    expect(applyDriveStatus(taking, said({ observed: group }), 'boot')).toEqual({
      status: { inService: true, capacityBytes: GROUP, largestFreeBytes: 900 },
    });
    expect(applyDriveStatus(serving, said({ observed: group }), 'boot')).toBeNull();
  });

  test('keeps the capacity of an absent drive, and clears it if only the volume group is missing', () => {
    expect(applyDriveStatus(serving, said({ state: 'waiting', observed: { present: false } }), 'boot')).toEqual({
      status: { largestFreeBytes: 0 },
    });
    expect(applyDriveStatus(serving, said({ state: 'working' }), 'boot')).toEqual({ status: { capacityBytes: 0, largestFreeBytes: 0 } });
  });

  test('keeps a drive in service with VolumeGroupLost until its volume group is reported again', () => {
    const lost = said({ state: 'failed', reason: { code: 'drive-lost', message: 'drive S1 is blank' } });
    const patch = applyDriveStatus(serving, lost, 'boot', new Date(0));
    const condition = {
      type: 'VolumeGroupLost',
      status: 'true',
      reason: 'drive-lost',
      message: 'drive S1 is blank',
      code: 'agent-report',
      params: { code: 'drive-lost', text: 'drive S1 is blank' },
      since: new Date(0).toISOString(),
    };
    expect(patch).toEqual({ status: { capacityBytes: 0, largestFreeBytes: 0, conditions: [condition] } });
    const after = changed(serving, patch ?? {});
    expect(applyDriveStatus(after, lost, 'boot')).toBeNull();
    expect(applyDriveStatus(after, said({ observed: group }), 'boot')).toMatchObject({ status: { capacityBytes: GROUP, conditions: [] } });
  });

  test.each(['host-unreadable', 'drive-unreadable'])(
    'changes neither the drive nor its pending order while the node cannot read the drive (%s)',
    (code) => {
      const unread = said({ state: 'failed', reason: { code, message: 'vgs did not end within 60 s' }, observed: { present: false } });
      for (const each of [taking, serving, wiping, releasing]) expect(applyDriveStatus(each, unread, 'boot')).toBeNull();
    },
  );

  test('ends a wipe and records a blank drive only on a report of its own order id', () => {
    expect(applyDriveStatus(wiping, said({ observed: { wipedOrderId: ORDER } }), 'boot')).toEqual({
      spec: { wipe: null },
      status: { inventory },
    });
    for (const wipedOrderId of [null, OTHER_ORDER])
      for (const state of ['working', 'done'] as const)
        expect(applyDriveStatus(wiping, said({ state, observed: { wipedOrderId } }), 'boot')).toBeNull();
  });

  test('withdraws a failed or refused wipe and leaves the contents of the drive as recorded', () => {
    for (const state of ['failed', 'refused'] as const)
      for (const wipedOrderId of [null, OTHER_ORDER]) {
        const patch = applyDriveStatus(wiping, said({ state, observed: { wipedOrderId } }), 'boot');
        expect(patch).toEqual({ spec: { wipe: null } });
        expect(driveState(changed(wiping, patch ?? {}))).toBe('occupied');
      }
  });

  test('ends a release only once the volume group is gone, and returns the drive to observed', () => {
    expect(applyDriveStatus(releasing, said(), 'boot')).toEqual({
      spec: { desired: 'observed' },
      status: { inService: false, capacityBytes: 0, largestFreeBytes: 0 },
    });
    expect(applyDriveStatus(releasing, said({ state: 'working', observed: group }), 'boot')).toBeNull();
  });

  test('puts a drive that nobody wants in service out of service when its group is gone, or the drive with it', () => {
    const left = drive({ status: { inService: true, capacityBytes: GROUP, largestFreeBytes: 900 } });
    for (const present of [true, false])
      expect(applyDriveStatus(left, said({ observed: { present } }), 'boot')).toEqual({
        status: { inService: false, capacityBytes: 0, largestFreeBytes: 0 },
      });
  });

  test('clears the capacity of a released drive that was out of service since an earlier release was cancelled', () => {
    const again = changed(releasing, { status: { inService: false } });
    expect(applyDriveStatus(again, said(), 'boot')).toEqual({
      spec: { desired: 'observed' },
      status: { capacityBytes: 0, largestFreeBytes: 0 },
    });
  });

  test('keeps the capacity of a drive that waits for its group after a release was cancelled', () => {
    const waiting = changed(serving, { status: { inService: false } });
    expect(applyDriveStatus(waiting, said({ state: 'working' }), 'boot')).toBeNull();
  });

  test('removes only VolumeGroupLost, and reports it only of a drive that is wanted in service', () => {
    const condition = (type: string) => ({ type, status: 'true' as const, reason: 'x', message: 'x', since: new Date(0).toISOString() });
    const both = { status: { conditions: [condition('Other'), condition('VolumeGroupLost')] } };
    const lost = said({ state: 'failed', reason: { code: 'drive-lost', message: 'drive S1 is blank' }, observed: group });
    for (const [before, report] of [
      [serving, said({ observed: group })],
      [releasing, lost],
    ] as const)
      expect(applyDriveStatus(changed(before, both), report, 'boot')?.status?.conditions).toEqual([condition('Other')]);
    expect(applyDriveStatus(releasing, lost, 'boot')?.status?.conditions).toBeUndefined();
  });

  test('withdraws an order that the node cannot execute, but not while the drive is missing', () => {
    expect(applyDriveStatus(taking, said(notBlank), 'boot')).toEqual({ spec: { desired: 'observed' } });
    expect(applyDriveStatus(wiping, said({ state: 'failed' }), 'boot')).toEqual({ spec: { wipe: null } });
    expect(applyDriveStatus(releasing, said({ ...notBlank, observed: group }), 'boot')).toEqual({ spec: { desired: 'in-service' } });
    expect(
      applyDriveStatus(
        taking,
        said({ state: 'waiting', reason: { code: 'drive-missing', message: '' }, observed: { present: false } }),
        'boot',
      ),
    ).toBeNull();
  });
});

describe('driveJobView', () => {
  const node = {
    name: 'n1',
    status: { bootId: 'boot', acceptedGeneration: 5, connection: { state: 'online' as const, since: new Date(0), serverId: 's' } },
  };
  const lost = { ...node, status: { ...node.status, connection: { ...node.status.connection, state: 'lost' as const } } };
  const view = (
    kind: Parameters<typeof driveJobView>[0],
    before: DriveDocument,
    reported: ObjectStatusDocument | null,
    where = node as typeof node | typeof lost,
  ) => driveJobView(kind, before, changed(before, applyDriveStatus(before, reported, where.status.bootId) ?? {}), reported, where);

  test('reports the job and all its steps done once the report fulfils the order', () => {
    for (const done of [
      view('drive.take', taking, said({ observed: group })),
      view('drive.wipe', wiping, said({ observed: { wipedOrderId: ORDER } })),
      view('drive.release', releasing, said()),
    ])
      expect([done.state, done.steps.map((step) => step.state), done.error]).toEqual(['done', ['done', 'done'], null]);
  });

  test('fails the job with the reason of a node that cannot execute the order', () => {
    expect(view('drive.take', taking, said(notBlank))).toMatchObject({
      state: 'failed',
      error: { code: 'drive-not-blank' },
      steps: [{ state: 'done' }, { state: 'failed', node: 'n1' }],
    });
    expect(view('drive.wipe', wiping, said({ state: 'failed', reason: { code: 'command', message: 'EIO' } }))).toMatchObject({
      state: 'failed',
      error: { message: 'EIO' },
    });
    expect(view('drive.release', releasing, said({ ...notBlank, observed: group })).state).toBe('failed');
  });

  test('withdraws a wipe that the node refuses as expired, and fails its job with that reason', () => {
    const late = said({ state: 'refused', reason: { code: 'wipe-expired', message: 'the order was good until then' } });
    expect(applyDriveStatus(wiping, late, 'boot')).toEqual({ spec: { wipe: null } });
    expect(view('drive.wipe', wiping, late)).toMatchObject({ state: 'failed', error: { code: 'wipe-expired' } });
  });

  test('reports running without a report, or names an offline node and what unblocks it (S10)', () => {
    expect(view('drive.take', taking, null)).toMatchObject({
      state: 'running',
      waitingFor: [],
      steps: [{ state: 'done' }, { state: 'running' }],
    });
    expect(view('drive.wipe', wiping, null, lost)).toMatchObject({
      state: 'waiting',
      waitingFor: [
        {
          node: 'n1',
          message: 'n1 has been offline since 1970-01-01T00:00:00.000Z',
          params: { reason: { code: 'node-silent' }, ways: [{ code: 'reconnect-agent' }] },
          unblockedBy: 'the agent of n1 connecting to a server again',
        },
      ],
    });
  });

  test('waits for a drive that is unplugged', () => {
    const missing = said({
      state: 'waiting',
      reason: { code: 'drive-missing', message: 'drive S1 is not there; plug it in again' },
      observed: { present: false },
    });
    expect(view('drive.take', taking, missing)).toMatchObject({
      state: 'waiting',
      waitingFor: [
        {
          message: 'make its volume group on n1: drive S1 is not there; plug it in again',
          unblockedBy: 'what the message names on n1',
          params: { step: { code: 'create-volume-group' }, reason: { code: 'agent-report', params: { code: 'drive-missing' } } },
        },
      ],
    });
  });

  test('keeps a release waiting, with the reason, while the node cannot read the drive', () => {
    const unread = said({ state: 'failed', reason: { code: 'host-unreadable', message: 'vgs did not end within 60 s' } });
    expect(view('drive.release', releasing, unread)).toMatchObject({
      state: 'waiting',
      waitingFor: [{ message: expect.stringContaining('vgs did not end') }],
    });
  });

  test('does not finish a wipe on the report of another order id', () => {
    expect(view('drive.wipe', wiping, said({ observed: { wipedOrderId: OTHER_ORDER } })).state).toBe('running');
  });

  test('reports a release done, and a take or wipe failed, when the drive no longer exists', () => {
    expect(driveJobView('drive.release', null, null, null, node)).toMatchObject({ state: 'done', error: null });
    for (const kind of ['drive.take', 'drive.wipe'] as const)
      expect(driveJobView(kind, null, null, null, node)).toMatchObject({ state: 'failed', error: { code: 'drive-removed' } });
  });
});
