import { describe, expect, it } from 'vitest';
import { reason } from '../../reason/reason.js';
import { type ExampleMirror, exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import { traceAttachment } from '../attachment-trace.js';
import { planMapping } from './plan-mapping.js';

const WHOLE = [{}, {}, {}, {}];
const MiB = 2 ** 20;

function plan(
  change: MirrorChange = {},
  prepare: (mirror: ExampleMirror) => void = () => undefined,
  halves: Parameters<typeof exampleMirror>[0] = WHOLE,
) {
  const mirror = exampleMirror(halves, change);
  prepare(mirror);
  const { attachment, fast, running, probe } = mirror;
  const decision = planMapping(attachment, traceAttachment(attachment, fast), attachment.array ? running : null, probe);
  if (!decision) return null;
  const { state, reason, steps } = decision;
  return { state, code: reason?.code, node: reason?.node, processes: reason?.processes, steps: steps.map(({ operation }) => operation) };
}
const ops = (found: ReturnType<typeof plan>) => found?.steps.map(({ op }) => op);
const device = (change: object) => (mirror: ExampleMirror) => void Object.assign(mirror.fast.mappings[0] ?? {}, change);
const concatenated = (mirror: ExampleMirror) => {
  mirror.attachment.array = null;
  mirror.attachment.protection = 'concatenated';
};

describe('planMapping of an existing device', () => {
  it('changes nothing on a correct device, and restores a missing link', () => {
    expect(plan({ device: true })).toBeNull();
    expect(ops(plan({ device: true }, ({ fast }) => Object.assign(fast, { links: [] })))).toEqual(['create-stats', 'publish-device']);
  });

  it('never shrinks the device', () => {
    expect(plan({ device: true }, device({ sizeBytes: 2 ** 40 }))).toMatchObject({ state: 'failed', code: 'device-size', steps: [] });
  });

  it('extends the device over the same array', () => {
    expect(plan({ device: true }, device({ sizeBytes: 64 * MiB }))).toMatchObject({
      steps: [{ op: 'resize-linear', segments: [{ startBytes: 0, device: '/dev/md127' }] }],
    });
  });

  describe('over devices that are gone', () => {
    const stale = device({ under: ['md9'] });
    const held = [{ pid: 7, command: 'postgres', via: 'mount' as const, path: '/data' }];

    it('removes the device only when it is known to have no holders (S5)', () => {
      expect(plan({ device: true, holders: held }, stale)).toMatchObject({
        state: 'waiting',
        code: 'device-stale',
        processes: held,
        steps: [],
      });
      expect(plan({ device: true }, stale)).toMatchObject({ state: 'waiting', code: 'device-stale', processes: [], steps: [] });
      const failure = reason('command-failed', { failure: 'fuser' });
      expect(plan({ device: true, failure }, stale)).toMatchObject({ state: 'failed', code: 'command-failed', steps: [] });
      expect(ops(plan({ device: true, holders: [] }, stale))).toEqual(['unpublish-device', 'remove-mapping']);
      const unnamed = (mirror: ExampleMirror) => {
        stale(mirror);
        mirror.fast.links = [];
      };
      expect(ops(plan({ device: true, holders: [] }, unnamed))).toEqual(['remove-mapping']);
    });

    it('treats a concatenation as stale when one of its visible legs has another device', () => {
      const over = (under: string[]) => (mirror: ExampleMirror) => {
        concatenated(mirror);
        Object.assign(mirror.fast.mappings[0] ?? {}, { under, sizeBytes: mirror.attachment.sizeBytes });
      };
      const all = ['nvme0n1', 'nvme1n1', 'nvme2n1', 'nvme3n1'];
      expect(plan({ device: true }, over(all))).toBeNull();
      expect(plan({ device: true }, over(['nvme9n1', ...all.slice(1)]))).toMatchObject({ code: 'device-stale' });
      expect(plan({ device: true }, over([]))).toMatchObject({ code: 'device-stale' });
      // Heads that are not visible for now prove nothing.
      expect(plan({ device: true }, over(['nvme9n1']), [{ head: false }, {}, {}, {}])).toBeNull();
    });
  });
});

describe('planMapping of a device to create', () => {
  it('creates the device on the array, read-only for a read-only client', () => {
    const linear = { op: 'create-linear', segments: [{ startBytes: 0, device: '/dev/md127' }] };
    expect(plan()).toMatchObject({ steps: [{ ...linear, readOnly: false }, { op: 'create-stats' }, { op: 'publish-device' }] });
    expect(plan({ mode: 'readonly' })).toMatchObject({ steps: [{ ...linear, readOnly: true }, {}, {}] });
  });

  it('creates no device larger than the array or the legs below it', () => {
    const small = { running: { sizeBytes: MiB } };
    expect(plan({ ...small, mode: 'readonly' })).toMatchObject({ state: 'failed', code: 'too-small', steps: [] });
    const short = (mirror: ExampleMirror) => {
      concatenated(mirror);
      for (const leg of mirror.attachment.legs) leg.dataBytes = MiB;
    };
    expect(plan({}, short)).toMatchObject({ state: 'failed', code: 'too-small', steps: [] });
  });

  it('grows the array first, but not while it is degraded or recovering', () => {
    const small = { sizeBytes: MiB };
    expect(ops(plan({ running: small }))).toEqual(['grow-array']);
    for (const running of [
      { ...small, degraded: 1 },
      { ...small, syncAction: 'recover' },
    ])
      expect(plan({ running, device: true }, device({ sizeBytes: MiB }))).toMatchObject({
        state: 'waiting',
        code: 'array-not-whole',
        steps: [],
      });
  });

  it('creates the device at the size of the array while the array cannot grow', () => {
    const degraded = { running: { sizeBytes: MiB, degraded: 1 } };
    expect(plan(degraded)).toMatchObject({ state: 'working', steps: [{ op: 'create-linear', segments: [{ lengthBytes: MiB }] }, {}, {}] });
  });

  it('waits for a leg without its new size or a connection, and names its node', () => {
    const larger = (mirror: ExampleMirror) => {
      Object.assign(mirror.attachment.legs[2] ?? {}, { sizeBytes: 2 ** 40 });
      Object.assign(mirror.fast.mappings[0] ?? {}, { sizeBytes: MiB });
    };
    const small = { running: { sizeBytes: MiB }, device: true };
    expect(plan(small, larger)).toMatchObject({ state: 'waiting', code: 'leg-not-grown', node: 't3', steps: [] });
    expect(plan(small, device({ sizeBytes: MiB }), [{}, { head: false }, {}, {}])).toMatchObject({
      code: 'leg-not-grown',
      node: 't2',
      steps: [],
    });
    const lengthen = (mirror: ExampleMirror) => {
      concatenated(mirror);
      larger(mirror);
      Object.assign(mirror.fast.mappings[0] ?? {}, { under: ['nvme0n1'] });
    };
    expect(plan({ device: true }, lengthen)).toMatchObject({ code: 'leg-not-grown', node: 't3', steps: [] });
  });

  it('waits for every leg of a concatenated volume', () => {
    expect(plan({}, concatenated, [{}, { live: false }, {}, {}])).toMatchObject({ state: 'waiting', code: 'leg-missing', steps: [] });
    const made = plan({}, concatenated)?.steps[0];
    expect(made).toMatchObject({
      op: 'create-linear',
      segments: [
        { startBytes: 0, device: '/dev/nvme0n1' },
        { startBytes: 60 * MiB, device: '/dev/nvme1n1' },
      ],
    });
  });
});
