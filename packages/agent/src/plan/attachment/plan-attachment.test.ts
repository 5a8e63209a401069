import { describe, expect, it } from 'vitest';
import { id } from '../../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import { planAttachment, probeRequest } from './plan-attachment.js';

const WHOLE = [{}, {}, {}, {}];
const UNCONNECTED = WHOLE.map(() => ({ head: false, live: false, md: null }));

function plan(
  halves: Parameters<typeof exampleMirror>[0],
  change: MirrorChange = {},
  prepare: (mirror: ExampleMirror) => void = () => undefined,
) {
  const mirror = exampleMirror(halves, change);
  prepare(mirror);
  return planAttachment(mirror.attachment, mirror.world);
}
const ops = ({ steps }: ReturnType<typeof plan>) => steps.map(({ operation }) => operation.op);
const nothing = { running: null };
const without = ({ fast }: ExampleMirror) => void Object.assign(fast, { controllers: [] });

describe('planAttachment', () => {
  it('connects, and notes that it served the volume before it does (S3)', () => {
    const found = plan(UNCONNECTED, nothing, without);
    expect(ops(found)).toContain('connect');
    expect(found).toMatchObject({ before: [{ fact: 'served', served: { exclusive: 1 } }], after: [], otherwise: [] });
  });

  it('starts nothing after a restart when it is not to be restored by itself', () => {
    const only = (onlyBootId: string) =>
      plan(UNCONNECTED, nothing, (mirror) => {
        without(mirror);
        Object.assign(mirror.attachment, { onlyBootId });
      });
    expect(only('boot-0')).toMatchObject({ steps: [], before: [], status: { state: 'waiting', reason: { code: 'reattach-off' } } });
    expect(ops(only('boot-1'))).toContain('connect');
  });

  it('starts nothing while an earlier attachment of the volume has anything here (S3)', () => {
    const earlier = (change: object) => (mirror: ExampleMirror) => {
      const former = { ...mirror.attachment, desired: 'detached' as const };
      mirror.attachment.attachmentId = id('attachment', 2);
      mirror.world.content.attachments.push({ ...former, ...change });
    };
    expect(plan(WHOLE, nothing, earlier({}))).toMatchObject({
      ...{ steps: [], before: [], status: { state: 'waiting', reason: { code: 'previous-attachment' } } },
    });
    for (const other of [{ volumeId: id('volume', 2) }, { attachmentId: id('attachment', 2) }, { desired: 'attached' }])
      expect(plan(WHOLE, nothing, earlier(other)).status.reason?.code).not.toBe('previous-attachment');
  });

  it('notes what it serves while its array or its device is there, though nothing is to be done', () => {
    const waits = (halves: object[], change: MirrorChange) =>
      plan(halves, change, ({ attachment }) => void Object.assign(attachment, { onlyBootId: 'boot-0' })).before;
    expect(waits(WHOLE, {})).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, { running: null, device: true })).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, nothing)).toEqual([]);
  });

  it('reports who is in sync of an array that Weft started, not of another one (S11)', () => {
    expect(plan(WHOLE, { device: true }).status.observed.array?.members).toHaveLength(4);
    expect(plan([{}, { md: null }, {}, {}], { holders: [] }).status.observed.array).toBeNull();
  });

  it('takes apart what is to be detached', () => {
    const detached = plan(WHOLE, {}, ({ attachment }) => void Object.assign(attachment, { desired: 'detached' }));
    expect(ops(detached)).toContain('stop-array');
  });
});

describe('planAttachment of an array that runs', () => {
  const onePath = ({ attachment }: ExampleMirror) => {
    for (const leg of attachment.legs) leg.paths = leg.paths.slice(0, 1);
  };
  const OUT = { md: { flags: ['faulty'], slot: null }, superblock: {} };
  const degraded = { device: true, running: { degraded: 1 } };

  it('is done with every path, its array and its device', () => {
    expect(plan(WHOLE, { device: true }, onePath)).toMatchObject({
      steps: [],
      status: { state: 'done' },
      before: [{ fact: 'array' }, { fact: 'served' }],
    });
  });

  it('adds the paths that are missing, none of which holds up the others', () => {
    const found = plan(WHOLE, { device: true });
    expect(found.status.state).toBe('working');
    expect(found.steps.map(({ operation, mayFail }) => [operation.op, mayFail])).toEqual(Array(4).fill(['connect', true]));
  });

  it('makes its device first, and connects beside it', () => {
    expect(ops(plan(WHOLE))).toEqual(['create-linear', 'create-stats', 'publish-device', ...Array(4).fill('connect')]);
    const reason = plan(WHOLE, { running: { sizeBytes: 1, readOnly: true }, mode: 'readonly' }).status.reason;
    expect(reason?.code).toBe('too-small');
  });

  it('changes one member at a time, and connects when md refuses that again and again', () => {
    const found = plan([{}, OUT, {}, {}], degraded);
    expect(found.steps.map(({ operation, mayFail }) => [operation.op, mayFail])).toEqual([
      ['remove-member', true],
      ['re-add-member', true],
    ]);
    expect(found.otherwise?.map((steps) => steps.map(({ operation }) => operation.op))).toEqual([Array(4).fill('connect')]);
    const two = plan([OUT, {}, OUT, {}], { device: true, running: { degraded: 2 } }, onePath);
    expect(two.otherwise?.[0]?.map(({ operation, mayFail }) => [operation.op, mayFail])).toEqual([
      ['remove-member', true],
      ['re-add-member', true],
    ]);
  });

  it('tunes what is connected when nothing else is to be done', () => {
    const tuned = plan(WHOLE, { device: true }, (mirror) => {
      onePath(mirror);
      const [leg] = mirror.attachment.legs;
      mirror.fast.initiatorSubsystems.push({ nqn: leg?.subsystemNqn ?? '', name: 'nvme-subsys0', ioPolicy: 'numa' });
    });
    expect(tuned.steps).toMatchObject([
      { operation: { op: 'set-io-policy', subsystem: 'nvme-subsys0', policy: 'round-robin' }, mayFail: false },
    ]);
  });
});

describe('probeRequest', () => {
  const ask = (
    halves: Parameters<typeof exampleMirror>[0],
    change: MirrorChange = {},
    prepare: (mirror: ExampleMirror) => void = () => undefined,
  ) => {
    const mirror = exampleMirror(halves, change);
    prepare(mirror);
    return probeRequest(mirror.attachment, mirror.fast, mirror.world.facts);
  };
  const nothing = { examine: null, examineEach: [], holdersOf: null };

  it('asks nothing of an array that runs with every leg', () => {
    expect([ask(WHOLE), ask(WHOLE, { device: true })]).toEqual([nothing, nothing]);
  });

  it('asks all legs with a live path before an array is put together', () => {
    const legs = [{}, { live: false }, {}, {}];
    expect(ask(legs, { running: null })).toEqual({ ...nothing, examine: ['/dev/nvme0n1', '/dev/nvme2n1', '/dev/nvme3n1'] });
    expect(
      ask(
        WHOLE.map(() => ({ live: false })),
        { running: null },
      ),
    ).toEqual(nothing);
  });

  it('asks who holds a device that is to go, is stale or lies on a broken array', () => {
    const detached = ({ attachment }: ExampleMirror) => void Object.assign(attachment, { desired: 'detached' });
    expect(ask(WHOLE, { device: true }, detached)).toEqual({ ...nothing, holdersOf: '/dev/dm-0' });
    expect(ask(WHOLE, {}, detached)).toEqual(nothing);
    const stale = ({ fast }: ExampleMirror) => void Object.assign(fast.mappings[0] ?? {}, { under: ['md9'] });
    expect(ask(WHOLE, { device: true }, stale).holdersOf).toBe('/dev/dm-0');
    expect(ask(WHOLE, { device: true, running: { state: 'broken' } }).holdersOf).toBe('/dev/dm-0');
    expect(ask(WHOLE, { running: { state: 'broken' } }).holdersOf).toBeNull();
  });

  it('asks the legs and the holders of an array that somebody else may have started (S4)', () => {
    const lacking = [{}, { md: null }, {}, {}];
    expect(ask(lacking)).toEqual({ ...nothing, examineEach: ['/dev/nvme1n1'], holdersOf: '/dev/md127' });
    expect(ask(lacking, { device: true }).holdersOf).toBe('/dev/dm-0');
    const stranger = { device: 'nvme9n1', flags: ['spare'], slot: null, errors: 0, badBlocks: 0 };
    const more = ({ fast }: ExampleMirror) => void fast.arrays[0]?.members.push(stranger);
    expect(ask(WHOLE, {}, more)).toEqual({ ...nothing, holdersOf: '/dev/md127' });
  });
});
