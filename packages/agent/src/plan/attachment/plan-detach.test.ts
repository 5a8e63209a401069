import { dmName, dmStripeName, subsystemNqn } from '@weft/shared/identity';
import type { Process } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { id } from '../../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import { traceAttachment } from '../attachment-trace.js';
import { busy, isInTheWay, planDetach, teardown } from './plan-detach.js';

const ME = id('attachment', 1);
const WHOLE = [{}, {}, {}, {}];
const begun = { around: { facts: { ...NO_FACTS, detaching: { [ME]: true as const } } } };
const holder = (pid: number): Process => ({ pid, command: 'postgres', via: 'open-file', path: '/dev/weft/orders' });

function plan(
  change: MirrorChange & { revoked?: string; halves?: { live?: boolean }[] } = {},
  prepare: (mirror: ExampleMirror) => void = () => undefined,
) {
  const mirror = exampleMirror(change.halves ?? WHOLE, change);
  mirror.attachment.desired = 'detached';
  mirror.attachment.revoked = change.revoked ?? null;
  prepare(mirror);
  const { attachment, fast, probe, world } = mirror;
  const { state, reason, steps, before = [] } = planDetach(attachment, traceAttachment(attachment, fast), probe, { ...world, fast });
  return {
    ...{ state, code: reason?.code, message: reason?.message },
    steps: steps.map(({ operation }) => ('controller' in operation ? `${operation.op} ${operation.controller}` : operation.op)),
    before: before.map(({ fact }) => fact),
  };
}
const disconnects = [0, 1, 2, 3].map((leg) => `disconnect nvme${leg}`);

describe('planDetach', () => {
  it('reports done when nothing is left on the host', () => {
    expect(plan({ running: null }, ({ fast }) => Object.assign(fast, { controllers: [] }))).toMatchObject({
      state: 'done',
      steps: [],
      before: [],
    });
  });

  it('removes the device, and stores in-sync legs again before it stops the array (S11)', () => {
    expect(plan({ device: true, holders: [] })).toMatchObject({
      ...{ state: 'working', before: ['detaching', 'array'], steps: ['unpublish-device', 'remove-mapping'] },
    });
    expect(plan(begun)).toMatchObject({ before: ['array'], steps: ['stop-array', ...disconnects] });
    expect(plan({ running: null, device: true, holders: [] }).steps).toEqual(['unpublish-device', 'remove-mapping', ...disconnects]);
  });

  it('stores no in-sync legs once no path is left', () => {
    expect(plan({}, ({ fast }) => Object.assign(fast, { controllers: [] }))).toMatchObject({
      before: ['detaching'],
      steps: ['stop-array'],
    });
  });

  it('refuses a detach of an open device for one generation, then probes again (S5)', () => {
    const open = { device: true, holders: [holder(7)] };
    expect(plan(open)).toMatchObject({ state: 'refused', code: 'device-busy', steps: [], before: ['refused'] });
    const refused = (generation: number) => ({ around: { facts: { ...NO_FACTS, refused: { [ME]: generation } } } });
    expect(plan({ device: true, ...refused(1) })).toMatchObject({ state: 'refused', code: 'device-busy', steps: [], before: [] });
    expect(plan({ device: true, ...refused(2) })).toMatchObject({ state: 'waiting', code: 'not-probed' });
    expect(plan({ ...open, around: { facts: { ...begun.around.facts, refused: { [ME]: 1 } } } })).toMatchObject({
      state: 'waiting',
      steps: [],
    });
  });

  it('waits for an open device once the teardown has begun', () => {
    expect(plan({ device: true, holders: [holder(7)], ...begun })).toMatchObject({
      state: 'waiting',
      code: 'device-busy',
      steps: [],
      before: [],
    });
  });

  it('removes nothing while the holders of the device are unknown', () => {
    expect(plan({ device: true })).toMatchObject({ state: 'waiting', code: 'not-probed', steps: [] });
    const failure = reason('command-failed', { failure: 'fuser' });
    expect(plan({ device: true, failure })).toMatchObject({ state: 'failed', code: 'command-failed', steps: [] });
  });
});

describe('planDetach of a force-detached volume', () => {
  const revoked = 'force-detached by admin';

  it('disconnects offline paths, fails all I/O at once, then removes what is below (S3)', () => {
    expect(plan({ revoked, device: true, halves: [{}, { live: false }, {}, {}] })).toMatchObject({
      ...{ state: 'working', steps: ['disconnect nvme1'], before: ['detaching', 'array'] },
    });
    expect(plan({ revoked, device: true }).steps).toEqual(['fail-mapping']);
    const failed = ({ fast }: ExampleMirror) => void Object.assign(fast.mappings[0] ?? {}, { under: [] });
    expect(plan({ revoked, device: true }, failed).steps).toEqual(['unpublish-device', 'stop-array', ...disconnects]);
  });

  it('waits for the holders of the remaining device, and reports why', () => {
    const left = ({ fast }: ExampleMirror) => {
      Object.assign(fast, { controllers: [], links: [] });
      Object.assign(fast.mappings[0] ?? {}, { under: [] });
    };
    const alone = { revoked, running: null, device: true };
    expect(plan({ ...alone, holders: [holder(7)] }, left)).toMatchObject({
      ...{ state: 'waiting', code: 'device-busy', steps: [], before: ['detaching'] },
      message: expect.stringMatching(/^force-detached by admin: .*then it goes by itself$/),
    });
    expect(plan({ ...alone, holders: [] }, left).steps).toEqual(['remove-mapping']);
    expect(plan({ ...alone, around: { facts: { ...NO_FACTS, refused: { [ME]: 1 } } } }, left)).toMatchObject({ code: 'not-probed' });
  });
});

describe('planDetach beside a later attachment of the same volume', () => {
  const successor =
    (change: object = {}) =>
    (mirror: ExampleMirror) => {
      const next = { ...mirror.attachment, attachmentId: id('attachment', 2), desired: 'attached' as const, ...change };
      mirror.world.content.attachments.push(next);
    };
  /** The devices lie on namespaces that the later attachment connected. */
  const taken =
    (change: object = {}) =>
    (mirror: ExampleMirror) => {
      successor(change)(mirror);
      for (const head of mirror.fast.heads) head.subsystemNqn = subsystemNqn(id('attachment', 2), id('node', 1), 1);
    };

  it('keeps devices on namespaces of the later attachment', () => {
    for (const facts of [{}, begun]) expect(plan({ device: true, holders: [], ...facts }, taken()).steps).toEqual(disconnects);
    for (const other of [{ desired: 'detached' }, { volumeId: id('volume', 2) }, { attachmentId: ME }])
      expect(plan({ device: true, holders: [] }, taken(other)).steps).toEqual(['unpublish-device', 'remove-mapping']);
  });

  it('removes its own devices, and those over nothing only once its teardown has begun', () => {
    expect(plan({ device: true, holders: [] }, successor()).steps).toEqual(['unpublish-device', 'remove-mapping']);
    const onNothing = (mirror: ExampleMirror) => {
      successor()(mirror);
      Object.assign(mirror.fast, { heads: [], arrays: [], controllers: [] });
    };
    expect(plan({ device: true, holders: [] }, onNothing).state).toBe('done');
    expect(plan({ device: true, holders: [], ...begun }, onNothing).steps).toEqual(['unpublish-device', 'remove-mapping']);
  });

  it('isInTheWay is true while an attachment to be detached has anything on the host', () => {
    const inTheWay = (desired: 'attached' | 'detached', controllers = true) => {
      const { attachment, fast, world } = exampleMirror(WHOLE, { running: null });
      attachment.desired = desired;
      if (!controllers) fast.controllers = [];
      return isInTheWay(attachment, traceAttachment(attachment, fast), world);
    };
    expect([inTheWay('detached'), inTheWay('attached'), inTheWay('detached', false)]).toEqual([true, false, false]);
  });
});

it('teardown removes devices from top to bottom, with the array of the previous epoch', () => {
  const { attachment, fast } = exampleMirror(WHOLE, { device: true, previous: true, array: { previousUuid: id('array', 0) } });
  const stripe = dmStripeName(attachment.volumeId);
  const [top] = fast.mappings;
  const trace = { ...traceAttachment(attachment, fast), stripe: top && { ...top, name: stripe } };
  expect(teardown(attachment, trace).slice(0, 5)).toEqual([
    { op: 'unpublish-device', link: 'orders' },
    { op: 'remove-mapping', name: dmName(attachment.volumeId) },
    { op: 'remove-mapping', name: stripe },
    { op: 'stop-array', device: 'md127', uuid: id('array', 1) },
    { op: 'stop-array', device: 'md126', uuid: id('array', 0) },
  ]);
  expect(teardown(attachment, trace)[5]).toMatchObject({ op: 'disconnect', controller: 'nvme0' });
});

it('busy names five processes, counts the others, and returns at most 100', () => {
  const { attachment } = exampleMirror(WHOLE);
  const mounted = { ...holder(1), via: 'mount' as const, path: '/data' };
  expect(busy(attachment, [mounted]).message).toContain('mount /data on this node by postgres (pid 1); unmount it');
  expect(busy(attachment, []).message).toContain('open on this node when it was asked to detach');
  const many = busy(
    attachment,
    Array.from({ length: 101 }, (_, pid) => holder(pid)),
  );
  expect(many.message).toMatch(/open on this node by postgres \(pid 4\), and 96 more; .*then detach again$/);
  expect(many.processes).toHaveLength(100);
  expect(
    busy(
      attachment,
      Array.from({ length: 5 }, (_, pid) => holder(pid)),
    ).message,
  ).not.toContain('more');
});
