import { describe, expect, it } from 'vitest';
import type { NvmeController } from '../../host/host.js';
import { type ExampleMirror, exampleMirror, type Half } from '../../testing/example-mirror.js';
import { traceAttachment } from '../attachment-trace.js';
import { connectMissing, disconnectObsolete, giveTlsKeys, isGoing, isPathOf, tunePaths } from './plan-paths.js';

/** Two legs on targets of their own, each with one of its two paths connected. */
function paths(change: (mirror: ExampleMirror) => void = () => undefined, halves: Half[] = [{}, {}]) {
  const mirror = exampleMirror(halves);
  for (const leg of mirror.attachment.legs) leg.paths = leg.paths.slice(0, 1);
  change(mirror);
  return { ...mirror, trace: traceAttachment(mirror.attachment, mirror.fast) };
}
const controller = ({ fast }: Pick<ExampleMirror, 'fast'>, at = 0): NvmeController => fast.controllers[at] ?? expect.fail('connected');
const path = ({ attachment }: Pick<ExampleMirror, 'attachment'>) => attachment.legs[0]?.paths[0] ?? expect.fail('assigned');

describe('a path and its controller', () => {
  it('isPathOf compares subsystem, transport, addresses and port, and rejects dead controllers', () => {
    const mirror = paths();
    const own = controller(mirror);
    const is = (change: Partial<NvmeController>) => isPathOf({ ...own, ...change }, own.subsystemNqn, path(mirror));
    expect([is({}), is({ state: 'connecting' }), is({ hostAddress: null })]).toEqual([true, true, true]);
    for (const other of [
      ...[{ subsystemNqn: 'nqn.other' }, { transport: 'tcp' }, { address: '10.0.0.77' }, { serviceId: 4501 }],
      ...[{ hostAddress: '10.0.0.77' }, { state: 'deleting' }, { state: 'deleting (no IO)' }, { state: 'dead' }],
    ])
      expect(is(other)).toBe(false);
  });

  it.each([
    ['deleting', true],
    ['deleting (no IO)', true],
    ['dead', true],
    ['live', false],
    ['connecting', false],
  ])('isGoing of a controller in state %s returns %s', (state, expected) => {
    expect(isGoing({ ...controller(paths()), state })).toBe(expected);
  });
});

describe('connectMissing', () => {
  const connect = (mirror: ReturnType<typeof paths>, failAfterSeconds = new Map<string, number>()) =>
    connectMissing(mirror.attachment, mirror.trace, mirror.world.content, {
      anchors: new Set(),
      failAfterSeconds,
      ends: [],
      dueInMs: null,
    });

  it('connects only missing paths, with the settings of the assignment', () => {
    expect(connect(paths())).toEqual([]);
    const mirror = paths(({ fast }) => void fast.controllers.shift());
    const nqn = mirror.attachment.legs[0]?.subsystemNqn ?? expect.fail('assigned');
    const { storageNetwork: _, ...wanted } = path(mirror);
    const { hostNqn, hostId } = mirror.world.content;
    const settings = { keepAliveSeconds: 5, reconnectDelaySeconds: 1, ioQueues: 4 };
    expect(connect(mirror, new Map([[nqn, 7]]))).toEqual([
      { op: 'connect', nqn, ...wanted, hostNqn, hostId, ...settings, fastIoFailSeconds: 7 },
    ]);
    expect(connect(mirror)).toMatchObject([{ fastIoFailSeconds: -1 }]);
  });

  it('connects again beside a dead controller', () => {
    expect(connect(paths((mirror) => void Object.assign(controller(mirror), { state: 'dead' })))).toHaveLength(1);
  });

  it('connects a path only once when several legs share it', () => {
    expect(connect(paths(({ fast }) => void fast.controllers.splice(0), [{}, { beside: 0 }]))).toHaveLength(1);
  });
});

describe('tunePaths', () => {
  it('sets a differing I/O policy only on subsystems of its own', () => {
    const mirror = paths();
    const nqn = mirror.attachment.legs[0]?.subsystemNqn ?? expect.fail('assigned');
    const tuned = (subsystemNqn: string, ioPolicy: string | null) => {
      const fast = { ...mirror.fast, initiatorSubsystems: [{ name: 'nvme-subsys0', nqn: subsystemNqn, ioPolicy }] };
      return tunePaths(mirror.attachment, { fast, content: mirror.world.content });
    };
    expect(tuned(nqn, 'numa')).toEqual([{ op: 'set-io-policy', subsystem: 'nvme-subsys0', nqn, policy: 'round-robin' }]);
    expect([tuned(nqn, 'round-robin'), tuned(nqn, null), tuned('nqn.other', 'numa')]).toEqual([[], [], []]);
  });
});

describe('disconnectObsolete', () => {
  const obsolete = (mirror: ReturnType<typeof paths>) =>
    disconnectObsolete(mirror.attachment, mirror.trace, mirror.fast).map((each) => [each.op, 'controller' in each && each.controller]);
  /** A second controller of the first leg's subsystem, at an address that is no longer assigned. */
  const moved =
    (change: Partial<NvmeController> = {}, live = true) =>
    (mirror: ExampleMirror) => {
      mirror.fast.controllers.push({ ...controller(mirror), name: 'nvme8', address: '10.0.0.77', ...change });
      if (!live) Object.assign(controller(mirror), { state: 'connecting' });
    };
  /** Its legs are no longer assigned; their heads and members exist. */
  const unassigned = (mirror: ExampleMirror) => void mirror.attachment.legs.splice(0, 1);

  it('keeps every assigned controller', () => {
    expect(obsolete(paths())).toEqual([]);
  });

  it('disconnects a former path once every assigned path of its subsystem is live', () => {
    const mirror = paths(moved());
    expect(disconnectObsolete(mirror.attachment, mirror.trace, mirror.fast)).toEqual([
      { op: 'disconnect', controller: 'nvme8', nqn: mirror.attachment.legs[0]?.subsystemNqn },
    ]);
    expect(obsolete(paths(moved({}, false)))).toEqual([]);
    // The other subsystem's paths do not delay it.
    expect(
      obsolete(
        paths((each) => {
          moved()(each);
          Object.assign(controller(each, 1), { state: 'connecting' });
        }),
      ),
    ).toEqual([['disconnect', 'nvme8']]);
  });

  it('keeps a former path until the second assigned path is live too', () => {
    const two = (state: string) =>
      paths((mirror) => {
        moved()(mirror);
        const second = { ...path(mirror), storageNetwork: 'right', address: '10.0.1.1' };
        mirror.attachment.legs[0]?.paths.push(second);
        mirror.fast.controllers.push({ ...controller(mirror), name: 'nvme9', address: second.address, state });
      });
    expect(obsolete(two('connecting'))).toEqual([]);
    expect(obsolete(two('live'))).toEqual([['disconnect', 'nvme8']]);
  });

  it('leaves a controller alone that the kernel is already deleting', () => {
    expect(obsolete(paths(moved({ state: 'deleting' })))).toEqual([]);
  });

  it('keeps an unassigned subsystem while an array or mapping uses it', () => {
    expect(obsolete(paths(unassigned))).toEqual([]);
    const unused = (mirror: ExampleMirror) => {
      unassigned(mirror);
      mirror.fast.arrays.splice(0);
    };
    expect(obsolete(paths(unused))).toEqual([['disconnect', 'nvme0']]);
    const mapped = (under: string[]) => (mirror: ExampleMirror) => {
      unused(mirror);
      mirror.fast.mappings.push({ name: 'm', uuid: 'u', device: 'dm-9', sizeBytes: 1, suspended: false, under });
    };
    expect(obsolete(paths(mapped(['nvme0n1'])))).toEqual([]);
    expect(obsolete(paths(mapped(['nvme1n1'])))).toEqual([['disconnect', 'nvme0']]);
  });
});

describe('paths with TLS', () => {
  const keyId = '00000000-0000-4000-8000-000000000077';
  const encrypted = () =>
    paths(({ attachment }) => {
      for (const leg of attachment.legs) leg.paths = leg.paths.map((each) => ({ ...each, tls: { keyId } }));
    });

  it('a controller without TLS is not such a path, and one that connects with it is, also while it is not encrypted', () => {
    const mirror = encrypted();
    const own = controller(mirror);
    const is = (change: Partial<NvmeController>) => isPathOf({ ...own, ...change }, own.subsystemNqn, path(mirror));
    expect([is({}), is({ encrypted: true }), is({ encrypted: false, state: 'connecting' })]).toEqual([false, true, true]);
  });

  it('each subsystem gets its key once, and connects with TLS', () => {
    const mirror = encrypted();
    const { hostNqn } = mirror.world.content;
    const nqns = mirror.attachment.legs.map(({ subsystemNqn }) => subsystemNqn);
    expect(giveTlsKeys(mirror.attachment, mirror.world)).toEqual(nqns.map((nqn) => ({ op: 'set-tls-key', hostNqn, nqn, keyId })));
    const keys = nqns.map((nqn) => ({ hostNqn, nqn, keyId }));
    const fast = { ...mirror.world.fast, tls: { keys, daemon: 'ready' as const } };
    expect(giveTlsKeys(mirror.attachment, { ...mirror.world, fast })).toEqual([]);
    const choice = { anchors: new Set<string>(), failAfterSeconds: new Map<string, number>(), ends: [], dueInMs: null };
    expect(connectMissing(mirror.attachment, mirror.trace, mirror.world.content, choice)).toMatchObject([{ tls: true }, { tls: true }]);
  });
});
