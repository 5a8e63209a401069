import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import { emptyFast, UP, world } from '../../testing/example-world.js';
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
  it('stores the volume as served before it connects (S3)', () => {
    const found = plan(UNCONNECTED, nothing, without);
    expect(ops(found)).toContain('connect');
    expect(found).toMatchObject({ before: [{ fact: 'served', served: { exclusive: 1 } }], after: [] });
  });

  it('connects one path to each target first, and the others once the volume is there, or while those keep failing', () => {
    const found = plan(UNCONNECTED, nothing, without);
    const [others = []] = found.otherwise ?? [];
    const nqns = ({ operation }: (typeof found.steps)[number]) => (operation.op === 'connect' ? operation.nqn : operation.op);
    expect(found.steps.map(nqns)).toEqual([...new Set(others.map(nqns))]);
    expect(others).toHaveLength(2 * found.steps.length);
  });

  it('starts nothing after a reboot when automatic reattach is off', () => {
    const only = (onlyBootId: string) =>
      plan(UNCONNECTED, nothing, (mirror) => {
        without(mirror);
        Object.assign(mirror.attachment, { onlyBootId });
      });
    expect(only('boot-0')).toMatchObject({ steps: [], before: [], status: { state: 'waiting', reason: { code: 'reattach-off' } } });
    expect(ops(only('boot-1'))).toContain('connect');
  });

  it('starts nothing while an earlier attachment of the volume is still on the host (S3)', () => {
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

  it('stores the volume as served while its array or device exists, even with reattach off', () => {
    const waits = (halves: object[], change: MirrorChange) =>
      plan(halves, change, ({ attachment }) => void Object.assign(attachment, { onlyBootId: 'boot-0' })).before;
    expect(waits(WHOLE, {})).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, { running: null, device: true })).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, nothing)).toEqual([]);
  });

  it('reports the members of an array that Weft started, not of a foreign start (S11)', () => {
    expect(plan(WHOLE, { device: true }).status.observed.array?.members).toHaveLength(4);
    expect(plan([{}, { md: null }, {}, {}], { holders: [] }).status.observed.array).toBeNull();
  });

  it('stops the array of an attachment to be detached', () => {
    const detached = plan(WHOLE, {}, ({ attachment }) => void Object.assign(attachment, { desired: 'detached' }));
    expect(ops(detached)).toContain('stop-array');
  });
});

describe('planAttachment of a running array', () => {
  const onePath = ({ attachment }: ExampleMirror) => {
    for (const leg of attachment.legs) leg.paths = leg.paths.slice(0, 1);
  };
  const OUT = { md: { flags: ['faulty'], slot: null }, superblock: {} };
  const degraded = { device: true, running: { degraded: 1 } };

  it('reports done with every path, the array and the device', () => {
    expect(plan(WHOLE, { device: true }, onePath)).toMatchObject({
      steps: [],
      status: { state: 'done' },
      before: [{ fact: 'array' }, { fact: 'served' }],
    });
  });

  it('connects missing paths, each of which may fail', () => {
    const found = plan(WHOLE, { device: true });
    expect(found.status.state).toBe('working');
    expect(found.steps.map(({ operation, mayFail }) => [operation.op, mayFail])).toEqual(Array(4).fill(['connect', true]));
  });

  it('creates the device before it connects missing paths, without reading the host in between', () => {
    const found = plan(WHOLE);
    expect(found.steps.map(({ operation, mayFail }) => [operation.op, mayFail])).toEqual([
      ['create-linear', false],
      ['create-stats', false],
      ['publish-device', false],
      ...Array(4).fill(['connect', true]),
    ]);
    expect(found.otherwise?.map((each) => each.map(({ operation }) => operation.op))).toEqual([Array(4).fill('connect')]);
    const reason = plan(WHOLE, { running: { sizeBytes: 1, readOnly: true }, mode: 'readonly' }).status.reason;
    expect(reason?.code).toBe('too-small');
  });

  it('changes one member at a time, with connects and other members as fallback', () => {
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

  it('creates a missing device before it changes members', () => {
    expect(ops(plan([{}, OUT, {}, {}], { running: { degraded: 1 } }, onePath))).toContain('create-linear');
  });

  it('changes members while the growth of the volume waits for a whole array', () => {
    const growing = ({ attachment, running }: ExampleMirror) => void Object.assign(attachment, { sizeBytes: running.sizeBytes + 1 });
    const whole = plan(WHOLE, { device: true, running: { syncAction: 'recover' } }, (mirror) => {
      onePath(mirror);
      growing(mirror);
    });
    expect(whole).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'array-not-whole' } } });
    expect(ops(plan([{}, OUT, {}, {}], degraded, growing))).toEqual(['remove-member', 're-add-member']);
  });

  it('sets the I/O policy when there is nothing else to do', () => {
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

describe('an attachment of a volume without an array', () => {
  const content = contentFor(CLIENT, { ...UP, protection: 'concatenated' });
  const [attachment] = content.attachments;
  if (!attachment) throw new Error('the example attaches something');
  const [leg] = attachment.legs;
  const [path] = leg?.paths ?? [];
  if (!leg || !path) throw new Error('the example has a path');
  const fast = emptyFast();
  fast.controllers.push({
    ...{ ...path, name: 'nvme0', subsystemNqn: leg.subsystemNqn, hostNqn: content.hostNqn, fastIoFailSeconds: -1, state: 'live' },
  });
  for (const { legId, index, sizeBytes, subsystemNqn } of attachment.legs)
    fast.heads.push({ subsystemNqn, nsid: index + 1, uuid: legId, nguid: '', device: `nvme0n${index + 1}`, sizeBytes });

  it('connects its legs and stores the volume as served, nothing else', () => {
    const found = planAttachment(attachment, world(content));
    expect(new Set(ops(found))).toEqual(new Set(['connect']));
    expect(found).toMatchObject({ before: [{ fact: 'served' }], after: [], otherwise: [] });
    expect(found.before).toHaveLength(1);
  });

  it('is never examined for md superblocks', () => {
    expect(probeRequest(attachment, fast, NO_FACTS)).toEqual({ examine: [], holdersOf: null });
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
  const nothing = { examine: [], holdersOf: null };

  it('requests no probe for a running array with every leg', () => {
    expect([ask(WHOLE), ask(WHOLE, { device: true })]).toEqual([nothing, nothing]);
  });

  it('examines all legs with a live path before an array is assembled', () => {
    const legs = [{}, { live: false }, {}, {}];
    expect(ask(legs, { running: null })).toEqual({ ...nothing, examine: ['/dev/nvme0n1', '/dev/nvme2n1', '/dev/nvme3n1'] });
    expect(
      ask(
        WHOLE.map(() => ({ live: false })),
        { running: null },
      ),
    ).toEqual(nothing);
  });

  it('requests the holders of a device that is detached, stale or on a broken array', () => {
    const detached = ({ attachment }: ExampleMirror) => void Object.assign(attachment, { desired: 'detached' });
    expect(ask(WHOLE, { device: true }, detached)).toEqual({ ...nothing, holdersOf: '/dev/dm-0' });
    expect(ask(WHOLE, {}, detached)).toEqual(nothing);
    const stale = ({ fast }: ExampleMirror) => void Object.assign(fast.mappings[0] ?? {}, { under: ['md9'] });
    expect(ask(WHOLE, { device: true }, stale).holdersOf).toBe('/dev/dm-0');
    expect(ask(WHOLE, { device: true, running: { state: 'broken' } }).holdersOf).toBe('/dev/dm-0');
    expect(ask(WHOLE, { running: { state: 'broken' } }).holdersOf).toBeNull();
  });

  it('requests absent legs and holders of an array that may be a foreign start (S4)', () => {
    const lacking = [{}, { md: null }, {}, {}];
    expect(ask(lacking)).toEqual({ ...nothing, examine: ['/dev/nvme1n1'], holdersOf: '/dev/md127' });
    expect(ask(lacking, { device: true }).holdersOf).toBe('/dev/dm-0');
    const stranger = { device: 'nvme9n1', flags: ['spare'], slot: null, errors: 0, badBlocks: 0 };
    const more = ({ fast }: ExampleMirror) => void fast.arrays[0]?.members.push(stranger);
    expect(ask(WHOLE, {}, more)).toEqual({ ...nothing, holdersOf: '/dev/md127' });
  });
});
