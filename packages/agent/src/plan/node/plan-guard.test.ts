import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NvmeController } from '../../host/host.js';
import { type ExampleMirror, exampleMirror, type Half } from '../../testing/example-mirror.js';
import type { PathTimes } from '../path-times.js';
import { planGuard } from './plan-guard.js';

const NIC = 'eth0';
/** Two legs on targets of their own; leg 0 is the anchor and every limit is set. */
function guard(
  change: (mirror: ExampleMirror) => void = () => undefined,
  halves: Half[] = [{ anchor: true, limit: -1 }, {}],
  times: ReadonlyMap<string, PathTimes> = new Map(),
  nowMs = 0,
) {
  const mirror = exampleMirror(halves);
  mirror.fast.nics.push({ name: NIC, carrier: true }, { name: 'eth1', carrier: true });
  change(mirror);
  const host = mirror.fast.controllers[0]?.hostAddress;
  const plan = planGuard(mirror.attachment, mirror.fast, times, (address) => (address === host ? NIC : undefined), nowMs);
  return { ...plan, mirror, host };
}
const dark = ({ fast }: ExampleMirror) => void Object.assign(fast.nics[0] ?? {}, { carrier: false });
const all = (more: Partial<NvmeController>) => (mirror: ExampleMirror) => {
  for (const each of mirror.fast.controllers) Object.assign(each, more);
};
const first = (more: Partial<NvmeController>) => (mirror: ExampleMirror) => void Object.assign(mirror.fast.controllers[0] ?? {}, more);
const both =
  (...changes: ((mirror: ExampleMirror) => void)[]) =>
  (mirror: ExampleMirror) => {
    for (const change of changes) change(mirror);
  };
const nothing = { operations: [], once: [], dueInMs: null };

describe('planGuard', () => {
  it('plans nothing for a healthy mirror, nor for an attachment to be detached', () => {
    expect(guard()).toMatchObject(nothing);
    const detached = (mirror: ExampleMirror) => void Object.assign(mirror.attachment, { desired: 'detached' });
    expect(guard(both(detached, dark), [{ limit: 9 }, {}])).toMatchObject(nothing);
  });

  it('probes live RDMA controllers on a NIC without carrier, and refuses sending through it once', () => {
    const { operations, once, mirror } = guard(dark);
    const probe = (name: string, at: number) => ({
      ...{ op: 'probe-controller', controller: name, nqn: mirror.attachment.legs[at]?.subsystemNqn },
    });
    expect(operations).toEqual([probe('nvme0', 0), probe('nvme1', 1)]);
    expect(once).toEqual([{ op: 'refuse-sending', nic: NIC }]);
  });

  it('plans no probe unless a live RDMA controller is on a NIC without carrier', () => {
    const controller = fc.record({
      state: fc.constantFrom('live', 'connecting', 'deleting'),
      transport: fc.constantFrom('rdma' as const, 'tcp' as const),
    });
    const second = fc.constantFrom('same', '10.7.7.7', null);
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.constantFrom('attached', 'detached'),
        controller,
        controller,
        second,
        (carrier, desired, a, b, address) => {
          const { operations, once } = guard((mirror) => {
            Object.assign(mirror.attachment, { desired });
            Object.assign(mirror.fast.nics[0] ?? {}, { carrier });
            const [one, two] = mirror.fast.controllers;
            Object.assign(one ?? {}, a);
            Object.assign(two ?? {}, b, address === 'same' ? {} : { hostAddress: address });
          });
          const due = ({ state, transport }: typeof a) => !carrier && desired === 'attached' && state === 'live' && transport === 'rdma';
          const probed = [...(due(a) ? ['nvme0'] : []), ...(due(b) && address === 'same' ? ['nvme1'] : [])];
          expect(operations.flatMap((each) => (each.op === 'probe-controller' ? each.controller : []))).toEqual(probed);
          expect(once.filter(({ op }) => op === 'refuse-sending')).toHaveLength(probed.length > 0 ? 1 : 0);
        },
      ),
    );
  });

  it('probes no controller on another NIC or without a host address', () => {
    expect(guard((mirror) => void Object.assign(mirror.fast.nics[1] ?? {}, { carrier: false }))).toMatchObject(nothing);
    expect(guard(both(dark, all({ hostAddress: null }))).operations).toEqual([]);
    expect(guard(both(dark, all({ hostAddress: '10.7.7.7' })))).toMatchObject({ once: [{ op: 'refuse-sending' }] });
  });

  it('aborts TCP connections on a NIC without carrier, once per service id', () => {
    const { operations, once, host } = guard(both(dark, all({ transport: 'tcp' })));
    expect(operations).toEqual([{ op: 'abort-connections', hostAddress: host, serviceId: 4500, nic: NIC }]);
    expect(once).toEqual([]);
    const twoWays = guard(both(dark, all({ transport: 'tcp' }), first({ serviceId: 4501 })));
    expect(twoWays.operations).toMatchObject([{ serviceId: 4501 }, { serviceId: 4500 }]);
  });

  it('leaves controllers alone that are being deleted or are not assigned', () => {
    expect(guard(both(dark, all({ state: 'deleting' })))).toMatchObject(nothing);
    const other = ({ fast }: ExampleMirror) => {
      const [controller] = fast.controllers;
      const subsystemNqn = controller?.subsystemNqn.replace(/.{4}$/, 'ffff') ?? '';
      if (controller) fast.controllers.push({ ...controller, name: 'nvme7', subsystemNqn, state: 'connecting', fastIoFailSeconds: 3 });
    };
    expect(guard(other)).toMatchObject(nothing);
  });

  it('drops the neighbour entry of a lost RDMA target when the NIC is known', () => {
    const { once, mirror } = guard(first({ state: 'connecting' }), [{ anchor: true, limit: -1 }, {}]);
    expect(once).toEqual([{ op: 'forget-neighbour', address: mirror.fast.controllers[0]?.address, nic: NIC }]);
    expect(guard(first({ state: 'connecting', transport: 'tcp' })).once).toEqual([]);
    expect(
      guard(both(first({ state: 'connecting' }), ({ fast }) => void Object.assign(fast.controllers[0] ?? {}, { hostAddress: null }))).once,
    ).toEqual([]);
  });

  it('probes no lost controller on a NIC without carrier, but drops its neighbour entry', () => {
    const { operations, once } = guard(both(dark, all({ state: 'connecting' })));
    expect(operations).toEqual([]);
    expect(once.map(({ op }) => op)).toEqual(['forget-neighbour', 'forget-neighbour']);
  });

  it('sets the new anchor to block I/O before it gives the former anchor a limit', () => {
    // Leg 0 fails after 5 s and leg 1 blocks I/O; the assignment wants the opposite.
    const halves: Half[] = [
      { limit: 5, inSync: true },
      { limit: -1, md: { flags: ['faulty'] } },
    ];
    const { operations, mirror } = guard(undefined, halves);
    const set = (at: number, seconds: number) => ({
      ...{ op: 'set-fast-io-fail', controller: `nvme${at}`, nqn: mirror.attachment.legs[at]?.subsystemNqn, seconds },
    });
    expect(operations).toEqual([set(0, -1), set(1, 5)]);
    const swapped = guard(undefined, [{ limit: -1, md: { flags: ['faulty'] } }, { limit: 5 }]);
    expect(swapped.operations).toMatchObject([
      { controller: 'nvme1', seconds: -1 },
      { controller: 'nvme0', seconds: 5 },
    ]);
  });

  it('reads an unset limit in sysfs as blocking I/O', () => {
    expect(guard(first({ fastIoFailSeconds: null })).operations).toEqual([]);
    expect(guard((mirror) => void Object.assign(mirror.fast.controllers[1] ?? {}, { fastIoFailSeconds: null })).operations).toMatchObject([
      { op: 'set-fast-io-fail', controller: 'nvme1', seconds: 5 },
    ]);
  });

  it('disconnects a lost leg that blocks I/O needlessly, and returns when that is due', () => {
    const halves: Half[] = [{ live: false, limit: -1 }, { limit: -1 }];
    const [gone = '', partner = ''] = exampleMirror(halves).attachment.legs.map(({ subsystemNqn }) => subsystemNqn);
    const times = new Map([
      [gone, { live: false, sinceMs: 0, waits: true }],
      [partner, { live: true, sinceMs: 0, waits: true }],
    ]);
    const later = guard(undefined, halves, times, 10_000);
    expect(later.operations.filter(({ op }) => op === 'disconnect')).toEqual([{ op: 'disconnect', controller: 'nvme0', nqn: gone }]);
    expect(later.dueInMs).toBeNull();
    const early = guard(undefined, halves, times, 0);
    expect(early.operations.filter(({ op }) => op !== 'set-fast-io-fail')).toEqual([]);
    expect(early.dueInMs).toBeGreaterThan(0);
  });
});
