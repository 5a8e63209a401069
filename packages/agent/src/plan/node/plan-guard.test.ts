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
  it('does nothing while all is well, and nothing to what is to be detached', () => {
    expect(guard()).toMatchObject(nothing);
    const detached = (mirror: ExampleMirror) => void Object.assign(mirror.attachment, { desired: 'detached' });
    expect(guard(both(detached, dark), [{ limit: 9 }, {}])).toMatchObject(nothing);
  });

  it('asks live controllers over RDMA of a NIC without carrier, after sending was refused once', () => {
    const { operations, once, mirror } = guard(dark);
    const probe = (name: string, at: number) => ({
      ...{ op: 'probe-controller', controller: name, nqn: mirror.attachment.legs[at]?.subsystemNqn },
    });
    expect(operations).toEqual([probe('nvme0', 0), probe('nvme1', 1)]);
    expect(once).toEqual([{ op: 'refuse-sending', nic: NIC }]);
  });

  it('asks nothing of another NIC, and nothing without the address of the host', () => {
    expect(guard((mirror) => void Object.assign(mirror.fast.nics[1] ?? {}, { carrier: false }))).toMatchObject(nothing);
    expect(guard(both(dark, all({ hostAddress: null }))).operations).toEqual([]);
    expect(guard(both(dark, all({ hostAddress: '10.7.7.7' })))).toMatchObject({ once: [{ op: 'refuse-sending' }] });
  });

  it('ends connections over TCP of a NIC without carrier, each way out once', () => {
    const { operations, once, host } = guard(both(dark, all({ transport: 'tcp' })));
    expect(operations).toEqual([{ op: 'abort-connections', hostAddress: host, serviceId: 4500 }]);
    expect(once).toEqual([]);
    const twoWays = guard(both(dark, all({ transport: 'tcp' }), first({ serviceId: 4501 })));
    expect(twoWays.operations).toMatchObject([{ serviceId: 4501 }, { serviceId: 4500 }]);
  });

  it('does nothing to a controller that is on its way out, or is not assigned', () => {
    expect(guard(both(dark, all({ state: 'deleting' })))).toMatchObject(nothing);
    const other = ({ fast }: ExampleMirror) => {
      const [controller] = fast.controllers;
      const subsystemNqn = controller?.subsystemNqn.replace(/.{4}$/, 'ffff') ?? '';
      if (controller) fast.controllers.push({ ...controller, name: 'nvme7', subsystemNqn, state: 'connecting', fastIoFailSeconds: 3 });
    };
    expect(guard(other)).toMatchObject(nothing);
  });

  it('asks for the address of a lost target again, over RDMA, where the NIC is known', () => {
    const { once, mirror } = guard(first({ state: 'connecting' }), [{ anchor: true, limit: -1 }, {}]);
    expect(once).toEqual([{ op: 'forget-neighbour', address: mirror.fast.controllers[0]?.address, nic: NIC }]);
    expect(guard(first({ state: 'connecting', transport: 'tcp' })).once).toEqual([]);
    expect(
      guard(both(first({ state: 'connecting' }), ({ fast }) => void Object.assign(fast.controllers[0] ?? {}, { hostAddress: null }))).once,
    ).toEqual([]);
  });

  it('asks no lost controller of a NIC without carrier', () => {
    const { operations, once } = guard(both(dark, all({ state: 'connecting' })));
    expect(operations).toEqual([]);
    expect(once.map(({ op }) => op)).toEqual(['forget-neighbour', 'forget-neighbour']);
  });

  it('sets limits: first those that wait from now on, so that a set is never without an anchor', () => {
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

  it('takes no limit in sysfs for waiting for ever', () => {
    expect(guard(first({ fastIoFailSeconds: null })).operations).toEqual([]);
    expect(guard((mirror) => void Object.assign(mirror.fast.controllers[1] ?? {}, { fastIoFailSeconds: null })).operations).toMatchObject([
      { op: 'set-fast-io-fail', controller: 'nvme1', seconds: 5 },
    ]);
  });

  it('ends a leg that waits for ever and need not, and says when it will', () => {
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
    expect(early.operations.some(({ op }) => op === 'disconnect')).toBe(false);
    expect(early.dueInMs).toBeGreaterThan(0);
  });
});
