import { describe, expect, it } from 'vitest';
import { type Facts, NO_FACTS } from '../../ledger/facts.js';
import { id, MiB } from '../../testing/example-cluster.js';
import { drive, operations, slowWith, world } from '../../testing/example-world.js';
import { planDrive } from './plan-drive.js';

type Sanitize = NonNullable<ReturnType<typeof drive>['sanitize']>;

const ORDER = id('order', 1);
const terms = { notAfter: '2026-01-01T01:00:00.000Z', bootId: 'boot-1', model: 'm', sizeBytes: 1024 * MiB, wwid: null, weftDriveId: null };
const order = { orderId: ORDER, serial: 'S1', method: 'sanitize' as const, terms };
const assigned = { driveId: id('drive', 1), serial: 'S1', nsid: 1, desired: 'observed' as const, create: null, wipe: order };
const able: Sanitize = { actions: ['block-erase', 'crypto-erase'], besides: 'nothing', state: 'never', progressRatio: null };
const begun: Facts = { ...NO_FACTS, begunWipes: { [ORDER]: true } };
const accepted: Facts = { ...begun, sanitizes: { [ORDER]: 'block-erase' } };
const busy = { contents: ['unknown: the drive sanitizes itself, and answers no reads until that ends'] };

const plan = (
  sanitize: Partial<Sanitize> | undefined,
  facts = NO_FACTS,
  { assignment = assigned as Parameters<typeof planDrive>[0], of = {} as Partial<ReturnType<typeof drive>>, more = {} } = {},
) =>
  planDrive(
    assignment,
    world(undefined, {
      slow: slowWith([drive({ contents: ['ext4 filesystem'], ...(sanitize ? { sanitize: { ...able, ...sanitize } } : {}), ...of })], [], {
        group: false,
      }),
      facts,
      driveDevices: new Map([[id('drive', 1), '/dev/nvme0n1']]),
      ...more,
    }),
  );

describe('a wipe with the method sanitize', () => {
  it('begins on a drive that is alone, by block erase, and stores that it was accepted (S1)', () => {
    const begin = plan({});
    expect(begin.steps.map(({ operation }) => operation)).toEqual([
      { op: 'sanitize-drive', device: '/dev/nvme0n1', serial: 'S1', action: 'block-erase', foreignGroup: null },
    ]);
    expect(begin).toMatchObject({
      begin: [{ fact: 'wipe-order-begun', orderId: ORDER }],
      beginBy: Date.parse(terms.notAfter),
      after: [{ fact: 'sanitize-accepted', orderId: ORDER, action: 'block-erase' }],
    });
    expect(begin.status.observed).not.toHaveProperty('sanitize');
    expect(plan({ actions: ['crypto-erase'] }).steps).toMatchObject([{ operation: { action: 'crypto-erase' } }]);
  });

  it.each([
    ['no-action', { actions: ['overwrite' as const] }],
    ['namespaces', { besides: 'namespaces' as const }],
    ['controllers', { besides: 'controllers' as const }],
    ['not-reported', undefined],
  ])('never zeroes in place of it: %s', (obstacle, sanitize) => {
    expect(plan(sanitize)).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'sanitize-unavailable', params: { obstacle } } },
    });
  });

  it.each([
    ['in use', { of: { inUse: true } }, 'drive-in-use'],
    ['another drive', { of: { model: 'other' } }, 'wipe-other-drive'],
    ['another boot', { assignment: { ...assigned, wipe: { ...order, terms: { ...terms, bootId: 'boot-0' } } } }, 'wipe-other-boot'],
    ['too late', { more: { wallMs: Date.parse(terms.notAfter) + 1 } }, 'wipe-expired'],
  ])('does not begin: %s (S1)', (_, change, code) => {
    expect(plan({}, NO_FACTS, change)).toMatchObject({ steps: [], status: { reason: { code } } });
  });

  it('only follows the log while the drive works, also after a reboot and after the deadline', () => {
    const later = { of: busy, more: { wallMs: Date.parse(terms.notAfter) + 1, fast: { ...world().fast, bootId: 'boot-2' } } };
    const running = plan({ state: 'running', progressRatio: 0.4 }, accepted, later);
    expect(running).toMatchObject({
      steps: [],
      before: [],
      status: { state: 'working', observed: { begunOrderId: ORDER, sanitize: { action: 'block-erase', progressRatio: 0.4 } } },
    });
    expect(operations(plan({ state: 'done' }, accepted, later))).toEqual(['check-sanitized']);
  });

  it('takes a running sanitize for its own when the agent was killed before it stored that (S9)', () => {
    expect(plan({ state: 'running', progressRatio: 0 }, begun, { of: busy })).toMatchObject({
      steps: [],
      before: [{ fact: 'sanitize-accepted', orderId: ORDER, action: 'block-erase' }],
      status: { state: 'working' },
    });
  });

  it('does not take an earlier sanitize for its own, and begins again if nothing is newer (S1)', () => {
    const again = plan({ state: 'done' }, begun, { of: { contents: [] } });
    expect(again.steps).toMatchObject([{ operation: { op: 'sanitize-drive', resumes: true } }]);
    expect(plan({ state: 'done' }, begun)).toMatchObject({ steps: [], status: { reason: { code: 'wipe-order-unfinished' } } });
  });

  it('is done when the check of its blocks is, and reports the action', () => {
    expect(plan({ state: 'done' }, accepted).after).toEqual([{ fact: 'wipe-order-done', orderId: ORDER, serial: 'S1' }]);
    const done = plan({ state: 'done' }, { ...accepted, begunWipes: {}, wipeOrders: { [ORDER]: 'S1' } });
    expect(done).toMatchObject({
      steps: [],
      status: { state: 'done', observed: { wipedOrderId: ORDER, sanitize: { action: 'block-erase', progressRatio: null } } },
    });
  });

  it.each(['failed', 'never'] as const)('fails when the log says "%s" after the drive accepted it', (state) => {
    expect(plan({ state }, accepted, { of: busy })).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'sanitize-failed', params: { log: state } } },
    });
  });

  it('begins on a drive whose last sanitize failed: nothing else makes it usable again', () => {
    expect(operations(plan({ state: 'failed' }, NO_FACTS, { of: { contents: ['unknown: the last sanitize failed'] } }))).toEqual([
      'sanitize-drive',
    ]);
  });

  it('waits while the log cannot be read, and decides nothing', () => {
    for (const state of ['unknown' as const, undefined])
      expect(plan(state && { state }, accepted, { of: busy })).toMatchObject({
        steps: [],
        status: { state: 'waiting', reason: { code: 'sanitize-unread' } },
      });
  });
});

describe('a sanitize that no order began', () => {
  const running = { state: 'running' as const, progressRatio: 0.1 };

  it.each(['sanitize', 'zero'] as const)('makes a wipe order with the method %s fail, before anything is done', (method) => {
    const wipe = { ...order, method };
    expect(plan(running, NO_FACTS, { assignment: { ...assigned, wipe }, of: busy })).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'sanitize-running' } },
    });
  });

  it('keeps the drive from being taken, and a release from being completed (S1)', () => {
    const of = { ...busy, inUse: false };
    const taken = plan(running, NO_FACTS, { assignment: { ...assigned, desired: 'in-service', create: true, wipe: null }, of });
    expect(taken).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'drive-unreadable' } } });
    const released = plan(running, NO_FACTS, { assignment: { ...assigned, desired: 'released', wipe: null }, of });
    expect(released).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'drive-unreadable' } } });
  });
});
