import { dmName, dmStripeName, dmUuid } from '@weft/shared/identity';
import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLIENT, contentFor, id, MiB } from '../../testing/example-cluster.js';
import { exampleMirror } from '../../testing/example-mirror.js';
import { emptyFast, operations, UP } from '../../testing/example-world.js';
import { traceAttachment } from '../attachment-trace.js';
import { planMapping } from './plan-mapping.js';

/** An attachment over `count` legs, each with a live path and a head. */
function example(protection: 'raid0' | 'concatenated', count: number, sizeBytes: number, dataBytes: number, stripeSizeBytes = MiB) {
  const base = contentFor(CLIENT, { ...UP, protection }).attachments[0] ?? expect.fail('the example attaches something');
  const [leg] = base.legs;
  if (!leg) throw new Error('no leg');
  const legs = Array.from({ length: count }, (_, index) => ({ ...leg, legId: id('leg', index), index, dataBytes, sizeBytes: dataBytes }));
  const attachment: AttachmentAssignment = { ...base, sizeBytes, stripeSizeBytes, legs };
  const fast = emptyFast();
  fast.controllers.push({
    name: 'nvme0',
    subsystemNqn: leg.subsystemNqn,
    transport: 'rdma',
    address: '',
    serviceId: 0,
    hostAddress: null,
    hostNqn: '',
    state: 'live',
    fastIoFailSeconds: -1,
  });
  for (const { legId, index } of legs)
    fast.heads.push({
      subsystemNqn: leg.subsystemNqn,
      nsid: index + 1,
      uuid: legId,
      nguid: '',
      device: `nvme0n${index + 1}`,
      sizeBytes: dataBytes,
    });
  return { attachment, fast };
}

test('concatenates legs in ordered segments that cover exactly the volume, without gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 600 }), (count, sectors) => {
      const size = Math.min(sectors, count * 100) * 512;
      const { attachment, fast } = example('concatenated', count, size, 100 * 512);
      const [first] = planMapping(attachment, traceAttachment(attachment, fast), null, {})?.steps ?? [];
      if (first?.operation.op !== 'create-linear') throw new Error('no linear device');
      let end = 0;
      for (const segment of first.operation.segments) {
        expect(segment.startBytes).toBe(end);
        expect(segment.lengthBytes).toBeGreaterThan(0);
        expect(segment.offsetBytes + segment.lengthBytes).toBeLessThanOrEqual(100 * 512);
        end += segment.lengthBytes;
      }
      expect(end).toBe(size);
    }),
  );
});

test('removes a failed device without holders when its volume is attached again', () => {
  const { attachment, fast } = example('concatenated', 1, 50 * MiB, 100 * MiB);
  const name = dmName(attachment.volumeId);
  fast.mappings.push({ name, uuid: dmUuid(name), device: 'dm-0', sizeBytes: 50 * MiB, suspended: false, under: [] });
  const plan = planMapping(attachment, traceAttachment(attachment, fast), null, { holders: [] });
  expect(plan?.steps.map(({ operation }) => operation.op)).toContain('remove-mapping');
});

test('stripes legs in whole chunks that cover the volume, below a device of its exact size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.integer({ min: 1, max: 800 }),
      fc.constantFrom(4096, 65536, MiB),
      (count, mib, chunk) => {
        const size = Math.min(mib, count * 100) * MiB;
        const { attachment, fast } = example('raid0', count, size, 100 * MiB, chunk);
        const steps = planMapping(attachment, traceAttachment(attachment, fast), null, {})?.steps.map((step) => step.operation) ?? [];
        const [stripes, top] = steps;
        if (stripes?.op !== 'create-striped' || top?.op !== 'create-linear') throw new Error('no striped device');
        expect(stripes.lengthBytes % (chunk * count)).toBe(0);
        expect(stripes.lengthBytes).toBeGreaterThanOrEqual(size);
        expect(stripes.lengthBytes / count).toBeLessThanOrEqual(100 * MiB);
        expect(stripes.devices).toEqual(attachment.legs.map((leg) => `/dev/nvme0n${leg.index + 1}`));
        expect(top.segments).toEqual([
          { startBytes: 0, lengthBytes: size, device: `/dev/mapper/${dmStripeName(attachment.volumeId)}`, offsetBytes: 0 },
        ]);
      },
    ),
  );
});

test('creates statistics and a missing link, and keeps the device', () => {
  const { attachment, fast } = example('concatenated', 1, 512, 512);
  const name = dmName(attachment.volumeId);
  fast.mappings.push({ name, uuid: `WEFT-${name}`, device: 'dm-0', sizeBytes: 512, suspended: false, under: ['nvme0n1'] });
  const missing = planMapping(attachment, traceAttachment(attachment, fast), null, {});
  expect(missing && operations(missing)).toEqual(['create-stats', 'publish-device']);
  fast.links.push({ name: attachment.volumeName, target: '/dev/dm-0' });
  expect(planMapping(attachment, traceAttachment(attachment, fast), null, {})).toBeNull();
});

test('removes a device over renamed namespaces only when it has no holders', () => {
  const { attachment, fast } = example('concatenated', 1, 512, 512);
  const name = dmName(attachment.volumeId);
  fast.mappings.push({ name, uuid: `WEFT-${name}`, device: 'dm-0', sizeBytes: 512, suspended: false, under: ['nvme7n1'] });
  const trace = traceAttachment(attachment, fast);
  expect(
    planMapping(attachment, trace, null, { holders: [{ pid: 1, command: 'fio', via: 'open-file', path: '/dev/dm-0' }] }),
  ).toMatchObject({ state: 'waiting', steps: [] });
  const rebuilt = planMapping(attachment, trace, null, { holders: [] });
  expect(rebuilt && operations(rebuilt)).toEqual(['remove-mapping']);
});

/** A striped volume of two legs on its host, as the change leaves it. */
function striped(change: { top?: string[]; stripe?: string[] | null; sizeBytes?: number } = {}) {
  const { top = ['dm-1'], stripe = ['nvme0n1', 'nvme0n2'], sizeBytes = 100 * MiB } = change;
  const { attachment, fast } = example('raid0', 2, 100 * MiB, 100 * MiB);
  const device = (name: string, kernel: string, under: string[]) =>
    fast.mappings.push({ name, uuid: dmUuid(name), device: kernel, sizeBytes, suspended: false, under });
  device(dmName(attachment.volumeId), 'dm-0', top);
  if (stripe) device(dmStripeName(attachment.volumeId), 'dm-1', stripe);
  fast.links.push({ name: attachment.volumeName, target: '/dev/dm-0' });
  const plan = (holders?: []) => planMapping(attachment, traceAttachment(attachment, fast), null, holders ? { holders } : {});
  return { attachment, fast, plan };
}

test('keeps a striped device over the stripes of the present namespaces', () => {
  expect(striped().plan()).toBeNull();
});

test.each([
  ['stripes over a renamed namespace', { stripe: ['nvme0n1', 'nvme7n1'] }, 2],
  ['no stripes', { stripe: null }, 1],
  ['failed stripes', { stripe: [] }, 2],
  ['a device that is not over its stripes', { top: ['dm-9'] }, 2],
])('removes a striped device with %s, with its stripes', (_, change, removed) => {
  const { attachment, plan } = striped(change);
  expect(plan()).toMatchObject({ state: 'waiting', reason: { code: 'device-stale', params: { device: dmName(attachment.volumeId) } } });
  expect(plan([])?.steps.map(({ operation }) => operation)).toEqual(
    [
      { op: 'unpublish-device', link: attachment.volumeName },
      { op: 'remove-mapping', name: dmName(attachment.volumeId) },
      { op: 'remove-mapping', name: dmStripeName(attachment.volumeId) },
    ].slice(0, 1 + removed),
  );
});

test('grows the stripes first, then the device over them', () => {
  const { attachment, plan } = striped({ sizeBytes: 50 * MiB });
  expect(plan()?.steps.map(({ operation }) => operation)).toMatchObject([
    { op: 'resize-striped', name: dmStripeName(attachment.volumeId), lengthBytes: 100 * MiB },
    { op: 'resize-linear', name: dmName(attachment.volumeId), segments: [{ lengthBytes: 100 * MiB }] },
  ]);
});

test('grows no device while a leg has no live path', () => {
  const { attachment, fast, plan } = striped({ sizeBytes: 50 * MiB });
  for (const controller of fast.controllers) controller.state = 'connecting';
  expect(plan()).toMatchObject({ state: 'waiting', reason: { node: attachment.legs[0]?.nodeName }, steps: [] });
});

test('names the leg that has not grown, and the size that its client should see', () => {
  const { attachment, fast, plan } = striped({ sizeBytes: 50 * MiB });
  const [first] = fast.heads;
  Object.assign(first ?? {}, { sizeBytes: 99 * MiB });
  const leg = { kind: 'leg', id: id('leg', 0), name: '0' };
  expect(plan()).toMatchObject({ state: 'waiting', reason: { code: 'leg-not-grown', params: { leg, sizeBytes: 100 * MiB } }, steps: [] });
  fast.heads.shift();
  expect(plan()).toMatchObject({ reason: { code: 'leg-not-grown', node: attachment.legs[0]?.nodeName, params: { leg } } });
});

test('refuses a device that is larger than assigned, and legs that are too small, with both sizes', () => {
  const { attachment, plan } = striped({ sizeBytes: 200 * MiB });
  expect(plan()).toMatchObject({
    state: 'failed',
    reason: {
      code: 'device-size',
      params: { device: dmName(attachment.volumeId), sizeBytes: 200 * MiB, assignedBytes: 100 * MiB },
    },
  });
  const small = example('concatenated', 2, 300 * MiB, 100 * MiB);
  expect(planMapping(small.attachment, traceAttachment(small.attachment, small.fast), null, {})).toMatchObject({
    ...{ state: 'failed', reason: { code: 'too-small', params: { legBytes: 200 * MiB, volumeBytes: 300 * MiB } } },
  });
});

test('builds the device of an array that has exactly the size, and grows only a smaller array that is whole', () => {
  const plan = (sizeBytes: number, change: object = {}, device = false) => {
    const { attachment, trace, running } = exampleMirror([{}, {}], { device });
    const array = { ...running, degraded: 0, syncAction: 'idle', ...change, sizeBytes: attachment.sizeBytes + sizeBytes };
    return { ...planMapping(attachment, trace, array, {}), device: array.device };
  };
  expect(plan(0).steps?.map(({ operation }) => operation.op)).toContain('create-linear');
  expect(plan(-1).steps?.map(({ operation }) => operation.op)).toEqual(['grow-array']);
  // Until then the device has the size of the array.
  expect(plan(-1, { degraded: 1 }).steps?.map(({ operation }) => operation.op)).toContain('create-linear');
  for (const change of [{ degraded: 1 }, { syncAction: 'recover' }])
    expect(plan(-1, change, true)).toMatchObject({
      ...{ state: 'waiting', steps: [], reason: { code: 'array-not-whole', params: { array: plan(0).device } } },
    });
});
