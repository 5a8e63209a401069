import { describe, expect, it } from 'vitest';
import { changed } from '../documents/parts.js';
import { driveJobView } from './drive-job-view.js';
import { applyDriveStatus } from './drive-status.js';
import type { DriveNode } from './drive-world.js';
import { drive, group, ORDER, releasing, said, serving, taking, wiping } from './drives.fixture.js';

const NOW = new Date(0);
const node = (status: Partial<DriveNode['status']> = {}): DriveNode => ({
  name: 'one',
  status: { bootId: 'boot', acceptedGeneration: 5, connection: { state: 'online', since: NOW, serverId: 's' }, ...status },
});
const ref = { kind: 'node', id: 'n1', name: 'one' };
const connection = { state: 'lost' as const, since: NOW, serverId: null };
const historyDoubt = {
  ...{ id: 'd', reason: 'other-content' as const, held: { historyId: null, generation: 9, hash: 'h' } },
  ...{ storedGeneration: 5, since: NOW },
};
/** `code state why` of each step. */
const lines = ({ steps }: ReturnType<typeof driveJobView>) =>
  steps.map(({ code, state, reason }) => `${code} ${state}${reason ? ` ${reason.code}` : ''}`);
const take = (reported: Parameters<typeof driveJobView>[3], status: Partial<DriveNode['status']> = {}, of = taking) =>
  driveJobView('drive.take', of, of, reported, node(status));

describe('driveJobView: an order that is withdrawn or done', () => {
  it.each([
    ['drive.take', drive()],
    ['drive.take', drive({ ...serving, spec: { desired: 'released' } })],
    ['drive.wipe', changed(wiping, { spec: { wipe: null } })],
    ['drive.release', serving],
  ] as const)('fails %s when the drive has no such order any more', (kind, of) => {
    for (const before of [of, kind === 'drive.wipe' ? of : taking])
      expect(driveJobView(kind, before, of, said({ generation: 4 }), node())).toMatchObject({
        ...{ state: 'failed', waitingFor: [], error: { code: 'withdrawn', params: { node: ref } } },
      });
  });

  it.each([
    ['drive.take', drive()],
    ['drive.wipe', changed(wiping, { spec: { wipe: null } })],
    ['drive.release', serving],
  ] as const)('does not take a refusal as the reason of %s when its order was withdrawn before', (kind, of) => {
    const refused = said({ state: 'refused', reason: { code: 'other', message: 'other' }, observed: group });
    expect(driveJobView(kind, of, of, refused, node())).toMatchObject({ state: 'failed', error: { code: 'withdrawn' } });
  });

  it('keeps the order of a drive for which nothing changes', () => {
    expect(driveJobView('drive.take', taking, null, null, node())).toMatchObject({ state: 'running', waitingFor: [], error: null });
  });

  it('does not end a job of another order of the same drive', () => {
    const wiped = said({ observed: { wipedOrderId: ORDER } });
    expect(driveJobView('drive.wipe', wiping, changed(wiping, { spec: { wipe: null } }), wiped, node())).toMatchObject({
      ...{ state: 'done', waitingFor: [], error: null },
    });
  });

  it('has no steps for a drive that was removed', () => {
    expect(driveJobView('drive.release', null, null, null, node())).toEqual({ state: 'done', steps: [], waitingFor: [], error: null });
    expect(driveJobView('drive.take', taking, null, null, null)).toMatchObject({ state: 'failed', steps: [], waitingFor: [] });
  });
});

describe('driveJobView: the steps', () => {
  it('accepts the order with its generation, or with a report that counts', () => {
    expect(lines(take(null, { acceptedGeneration: 5 }))).toEqual(['accept-order done', 'create-volume-group running']);
    expect(lines(take(null, { acceptedGeneration: 4 }))).toEqual(['accept-order running', 'create-volume-group pending']);
    expect(lines(take(said({ state: 'working' }), { acceptedGeneration: 4 }))).toEqual([
      'accept-order done',
      'create-volume-group running',
    ]);
    const first = changed(taking, { spec: { orderGeneration: 1 } });
    expect(lines(take(null, { acceptedGeneration: null }, first))[0]).toBe('accept-order running');
  });

  it('waits for an offline node, at the step that the node had reached (S10)', () => {
    expect(lines(take(null, { connection, acceptedGeneration: 4 }))).toEqual(['accept-order waiting', 'create-volume-group pending']);
    expect(lines(take(null, { connection }))).toEqual(['accept-order done', 'create-volume-group waiting']);
  });

  it('shows the reason of a step that waits or failed', () => {
    const reason = { code: 'drive-missing', message: 'plug it in' };
    expect(lines(take(said({ state: 'waiting', reason })))[1]).toBe('create-volume-group waiting drive-missing');
    expect(lines(take(said({ state: 'failed', reason })))[1]).toBe('create-volume-group failed drive-missing');
  });

  it('counts no generation of a node whose history is in doubt, and waits for a person (S14)', () => {
    const view = take(said({ state: 'working' }), { historyDoubt });
    expect(lines(view)).toEqual(['accept-order running', 'create-volume-group pending']);
    expect(view).toMatchObject({
      state: 'waiting',
      waitingFor: [
        {
          node: 'one',
          params: {
            reason: { code: 'node-without-orders', params: { node: ref } },
            ways: [{ code: 'accept-history', params: { node: ref } }],
          },
        },
      ],
    });
  });
});

describe('driveJobView: a wipe behind others of its node', () => {
  const wipe = (begunOrderId: string | null | undefined) =>
    driveJobView('drive.wipe', wiping, wiping, said({ state: 'working', observed: { begunOrderId } }), node());

  it('waits, and names the reason, until its wipe has begun (S10)', () => {
    for (const other of [null, 'another order']) {
      expect(lines(wipe(other))[1]).toBe('overwrite-drive waiting wipe-queued');
      expect(wipe(other)).toMatchObject({
        state: 'waiting',
        waitingFor: [{ node: 'one', message: 'overwrite the whole drive on one: one carries out earlier work first', unblockedBy: '' }],
      });
    }
  });

  it('runs once its wipe has begun, or when an earlier agent does not report that', () => {
    for (const begun of [ORDER, undefined]) {
      expect(lines(wipe(begun))[1]).toBe('overwrite-drive running');
      expect(wipe(begun)).toMatchObject({ state: 'running', waitingFor: [] });
    }
  });

  it('does not take a wipe order for the queue of another job of the drive', () => {
    expect(lines(take(said({ state: 'working', observed: { begunOrderId: null } })))[1]).toBe('create-volume-group running');
  });
});

describe('driveJobView: what a step waits for', () => {
  const waits = (reason: Parameters<typeof said>[0] & object) => take(said({ state: 'waiting', ...reason })).waitingFor;

  it('names the node itself as the way out, also when the reason does', () => {
    for (const at of [{}, { node: 'one' }])
      expect(waits({ reason: { code: 'drive-missing', message: 'm', ...at } })).toMatchObject([
        { node: 'one', params: { node: ref, ways: [{ code: 'see-message', params: { node: ref } }] } },
      ]);
  });

  it('names another node of the reason, and no way out on this one', () => {
    const [wait] = waits({ reason: { code: 'drive-missing', message: 'm', node: 'two' } });
    expect(wait).toMatchObject({ node: 'two', params: { node: ref } });
    expect(wait?.params?.['ways']).toEqual([{ code: 'see-message', params: {} }]);
  });

  it('fails, with the state as the reason, when the agent gives none', () => {
    expect(take(said({ state: 'refused', reason: null }))).toMatchObject({
      ...{ state: 'failed', error: { code: 'refused', messageCode: 'unexplained', params: { node: ref, state: 'refused' } } },
    });
  });

  it('waits for nothing else while an offline node has a release', () => {
    expect(driveJobView('drive.release', releasing, releasing, null, node({ connection })).waitingFor).toMatchObject([
      { node: 'one', params: { ways: [{ code: 'reconnect-agent', params: { node: ref } }] } },
    ]);
  });
});

describe('a wipe by sanitize', () => {
  it('has a step of its own, with the progress that the drive reports', () => {
    const sanitizing = changed(wiping, { spec: { wipe: { orderId: ORDER, serial: 'S1', method: 'sanitize' } } });
    const sanitize = { action: 'block-erase' as const, progressRatio: 0.42 };
    const report = said({ state: 'working', observed: { begunOrderId: ORDER, sanitize } });
    expect(driveJobView('drive.wipe', sanitizing, sanitizing, report, node())).toMatchObject({
      state: 'running',
      steps: [
        { state: 'done' },
        { code: 'sanitize-drive', state: 'running', reason: { code: 'sanitize-progress', params: { percent: 42 } } },
      ],
    });
    const ended = said({ observed: { wipedOrderId: ORDER, begunOrderId: null, sanitize: { ...sanitize, progressRatio: null } } });
    expect(driveJobView('drive.wipe', sanitizing, changed(wiping, { spec: { wipe: null } }), ended, node())).toMatchObject({
      state: 'done',
      steps: [{ state: 'done' }, { code: 'sanitize-drive', state: 'done', reason: null }],
    });
  });

  it('waits, and is not withdrawn, while the drive does not return its log', () => {
    const sanitizing = changed(wiping, { spec: { wipe: { orderId: ORDER, serial: 'S1', method: 'sanitize' } } });
    const unread = said({
      state: 'waiting',
      reason: { code: 'sanitize-unread', message: 'no log' },
      observed: { begunOrderId: ORDER, sanitize: { action: 'block-erase', progressRatio: null } },
    });
    expect(applyDriveStatus(sanitizing, unread, 'boot')).toBeNull();
    expect(driveJobView('drive.wipe', sanitizing, sanitizing, unread, node())).toMatchObject({
      state: 'waiting',
      waitingFor: [{ message: expect.stringContaining('no log') }],
    });
  });
});
