import { hostNqn, legDeviceName, legDevicePath, WIPED_TAG } from '@weft/shared/identity';
import { exportStatusSchema } from '@weft/shared/messages/report';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { NvmetNamespace, NvmetPort } from '../../host/host.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { drive, emptyFast, legVolume, operations, slowWith, UP, world } from '../../testing/example-world.js';
import { planExport } from './plan-export.js';

const content = contentFor(1, { ...UP, protection: 'raid10' });
const assigned = content.exports[0] ?? expect.fail('the example exports something');
const client = hostNqn(id('node', CLIENT));
const space = (leg: number, nsid: number, more: Partial<NvmetNamespace> = {}): NvmetNamespace => ({
  nsid,
  devicePath: legVolume(leg).devicePath,
  uuid: id('leg', leg),
  nguid: '',
  enabled: true,
  ...more,
});
const port = (address: string, nqns = [assigned.subsystemNqn]): NvmetPort => ({
  portId: 1,
  transport: 'rdma',
  address,
  serviceId: 4500,
  subsystemNqns: nqns,
});
const subsystem = (
  more: { nqn?: string; allowedHosts?: string[]; allowAnyHost?: boolean; serial?: string; namespaces?: NvmetNamespace[] } = {},
) => ({
  nqn: assigned.subsystemNqn,
  serial: assigned.serial,
  model: 'Weft leg',
  allowAnyHost: false,
  allowedHosts: [client],
  namespaces: [space(0, 1), space(2, 2)],
  ...more,
});
const at = (fast: Partial<ReturnType<typeof emptyFast>>, volumes = [legVolume(0), legVolume(2)]) =>
  world(content, { fast: { ...emptyFast(), ...fast }, slow: slowWith([drive()], volumes) });

test('sets identity, host and namespaces before it links any port', () => {
  const steps = operations(planExport(assigned, at({})));
  const enabling = ['create-linear', 'create-namespace', 'enable-namespace'];
  expect(steps).toEqual(['create-subsystem', ...enabling, ...enabling]);
  expect(operations(planExport(assigned, at({ subsystems: [subsystem()] })))).toEqual(['link-port', 'link-port']);
});

test('creates namespaces only for wiped and active legs (S2)', () => {
  const state = fc.record({ wiped: fc.boolean(), active: fc.boolean(), there: fc.boolean() });
  fc.assert(
    fc.property(state, state, (first, second) => {
      const volumes = [first, second].flatMap(({ wiped, active, there }, at) =>
        there ? [legVolume(at * 2, { tags: wiped ? [WIPED_TAG] : [], active })] : [],
      );
      const plan = planExport(assigned, at({}, volumes));
      const enabled = plan.steps.flatMap(({ operation }) => (operation.op === 'create-namespace' ? [operation.uuid] : []));
      expect(enabled).toEqual(
        [first, second].flatMap(({ wiped, active, there }, at) => (wiped && active && there ? [id('leg', at * 2)] : [])),
      );
    }),
  );
});

test('links a port only while exactly the assigned host is allowed (S3)', () => {
  fc.assert(
    fc.property(fc.subarray([client, 'nqn.stranger', 'nqn.other']), fc.boolean(), fc.boolean(), (allowedHosts, allowAnyHost, linked) => {
      const plan = planExport(
        assigned,
        at({ subsystems: [subsystem({ allowedHosts, allowAnyHost })], ports: linked ? [port('10.0.0.1')] : [] }),
      );
      const right = !allowAnyHost && allowedHosts.length === 1 && allowedHosts[0] === client;
      if (!right) expect(operations(plan)).not.toContain('link-port');
      const strangers = allowedHosts.filter((host) => host !== client);
      expect(plan.steps.flatMap(({ operation }) => (operation.op === 'disallow-host' ? [operation.hostNqn] : []))).toEqual(strangers);
      // Unlinking the port ends a foreign host's existing connections.
      if (strangers.length > 0 && linked) expect(operations(plan)).toContain('unlink-port');
    }),
  );
});

test('fails without changes when an enabled namespace has another identity', () => {
  const plan = planExport(assigned, at({ subsystems: [subsystem({ namespaces: [space(0, 1, { uuid: id('leg', 9) })] })] }));
  expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'identity-changed' } } });
});

it('reports only namespaces whose UUID can be a leg id', () => {
  const nil = '00000000-0000-0000-0000-000000000000';
  const plan = planExport(assigned, at({ subsystems: [subsystem({ namespaces: [space(0, 1), space(2, 7, { uuid: nil })] })] }));
  const { namespaces } = exportStatusSchema.parse(plan.status).observed;
  expect(namespaces.map(({ nsid }) => nsid)).toEqual([1]);
});

test('rewrites the identity of a disabled namespace before it enables the namespace', () => {
  const plan = planExport(
    assigned,
    at({ subsystems: [subsystem({ namespaces: [space(0, 1), space(2, 2, { uuid: id('leg', 9), enabled: false })] })] }),
  );
  expect(plan.steps).toMatchObject([
    { operation: { op: 'create-linear', name: legDeviceName(id('leg', 2)) } },
    { operation: { op: 'create-namespace', uuid: id('leg', 2), devicePath: legDevicePath(id('leg', 2)) } },
    { operation: { op: 'enable-namespace', nsid: 2 } },
  ]);
});

test('unlinks a port that is no longer assigned when the assigned ports are linked', () => {
  const plan = planExport(assigned, at({ subsystems: [subsystem()], ports: [port('10.0.0.1'), port('10.0.1.1'), port('10.9.9.9')] }));
  expect(plan.steps).toMatchObject([{ operation: { op: 'unlink-port', address: '10.9.9.9' } }]);
});

test('disables, then removes an unassigned namespace, and resumes a half-done removal', () => {
  for (const [enabled, wanted] of [
    [true, ['disable-namespace', 'remove-namespace']],
    [false, ['remove-namespace']],
  ] as const) {
    const found = subsystem({ namespaces: [space(0, 1), space(2, 2), space(4, 3, { enabled })] });
    const plan = planExport(assigned, at({ subsystems: [found] }));
    expect(operations(plan)).toEqual(wanted);
    expect(plan.steps.every(({ operation }) => 'nsid' in operation && operation.nsid === 3)).toBe(true);
  }
});

test('keeps the last enabled namespace of a linked subsystem until its successor is enabled', () => {
  const old = subsystem({ namespaces: [space(4, 3)] });
  const ports = [port('10.0.0.1'), port('10.0.1.1')];
  const made = assigned.namespaces.slice(0, 1);
  const wiping = at({ subsystems: [old], ports }, [legVolume(0, { tags: [] })]);
  expect(planExport({ ...assigned, namespaces: made }, wiping)).toMatchObject({ steps: [], status: { reason: { code: 'leg-not-wiped' } } });
  expect(operations(planExport({ ...assigned, namespaces: made }, at({ subsystems: [old], ports })))).toEqual([
    'create-linear',
    'create-namespace',
    'enable-namespace',
    'disable-namespace',
    'remove-namespace',
  ]);
  // Without a port no client can use it; and without an assigned namespace nothing replaces it.
  expect(operations(planExport({ ...assigned, namespaces: made }, at({ subsystems: [old] }, [legVolume(0, { tags: [] })])))).toEqual([
    'disable-namespace',
    'remove-namespace',
  ]);
  expect(operations(planExport({ ...assigned, namespaces: [] }, at({ subsystems: [old], ports })))).toEqual([
    'disable-namespace',
    'remove-namespace',
  ]);
});

test('removes an export in fence order: host, ports, namespaces, drain check, subsystem', () => {
  const plan = planExport(
    { ...assigned, desired: 'absent' },
    at({ subsystems: [subsystem()], ports: [port('10.0.0.1'), port('10.0.1.1')] }),
  );
  expect(operations(plan)).toEqual([
    'disallow-host',
    'unlink-port',
    'unlink-port',
    'disable-namespace',
    'disable-namespace',
    'check-drained',
    'remove-subsystem',
  ]);
});

test('cleans up an export that left only an unlinked port', () => {
  expect(operations(planExport({ ...assigned, desired: 'absent' }, at({ ports: [port('10.0.0.1', [])] })))).toEqual([
    'check-drained',
    'remove-subsystem',
  ]);
  expect(planExport({ ...assigned, desired: 'absent' }, at({})).status.state).toBe('done');
});

describe('planExport of a leg that another subsystem has enabled', () => {
  const other = (more: Partial<ReturnType<typeof subsystem>> = {}) =>
    subsystem({ allowedHosts: ['nqn.other'], namespaces: [space(0, 1)], ...more, nqn: 'nqn.2026-11.org.weft:other' });

  it('enables no leg that is enabled for another host (S3)', () => {
    const plan = planExport(assigned, at({ subsystems: [other()] }));
    expect(plan).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'leg-exported-elsewhere' } } });
  });

  it('counts namespaces with another UUID or without an allowed host as enabled (S3)', () => {
    for (const more of [{ namespaces: [space(0, 7, { uuid: id('leg', 9) })] }, { allowedHosts: [] }]) {
      const plan = planExport(assigned, at({ subsystems: [other(more)] }));
      expect(plan.steps.some(({ operation }) => 'nsid' in operation && operation.nsid === 1)).toBe(false);
    }
  });

  it('enables a leg for two attachments at once unless the mode is exclusive (S3)', () => {
    for (const [mode, exported] of [
      ['shared', true],
      ['readonly', true],
      ['exclusive', false],
      [null, true],
    ] as const) {
      const two = [
        { ...assigned, mode },
        { ...assigned, mode, attachmentId: id('attachment', 2), subsystemNqn: other().nqn },
      ] as const;
      const here = { ...at({ subsystems: [other()] }), content: { ...content, exports: [...two] } };
      expect(operations(planExport(two[0], here)).includes('enable-namespace')).toBe(exported);
    }
  });

  it('ignores a disabled namespace', () => {
    const disabled = other({ namespaces: [space(0, 1, { enabled: false })] });
    expect(operations(planExport(assigned, at({ subsystems: [disabled] })))).toContain('enable-namespace');
  });
});

describe('planExport and the observed subsystem', () => {
  const ports = [port('10.0.0.1'), port('10.0.1.1')];

  it('reports the observed hosts, namespaces and portals', () => {
    const portals = (linked: boolean[]) => linked.map((each, at) => ({ address: `10.0.${at}.1`, serviceId: 4500, linked: each }));
    expect(
      planExport(
        assigned,
        at({ subsystems: [subsystem({ namespaces: [space(0, 1, { enabled: false })] })], ports: [ports[1] ?? port('')] }),
      ).status.observed,
    ).toEqual({
      present: true,
      allowedHosts: [client],
      namespaces: [{ nsid: 1, legId: id('leg', 0), enabled: false }],
      portals: portals([false, true]),
    });
    expect(planExport(assigned, at({})).status.observed).toEqual({
      ...{ present: false, allowedHosts: [], namespaces: [], portals: portals([false, false]) },
    });
    expect(planExport(assigned, at({ ports })).status.observed).toMatchObject({ present: true, portals: portals([true, true]) });
    expect(planExport(assigned, at({ subsystems: [subsystem()] })).status.observed.present).toBe(true);
    expect(planExport(assigned, at({}, []))).toMatchObject({ before: [], after: [] });
  });

  it('ignores ports of another transport or service id', () => {
    for (const other of [{ transport: 'tcp' }, { serviceId: 4501 }]) {
      const plan = planExport(assigned, at({ subsystems: [subsystem()], ports: [{ ...port('10.0.0.1'), ...other }, port('10.0.1.1')] }));
      expect(plan.steps).toMatchObject([{ operation: { op: 'link-port', address: '10.0.0.1' }, mayFail: true }]);
    }
  });

  it('removes foreign hosts, unlinks the ports, and ends access for any host (S3)', () => {
    const strangers = { allowedHosts: [client, 'nqn.stranger'] };
    expect(operations(planExport(assigned, at({ subsystems: [subsystem(strangers)], ports })))).toEqual([
      ...['disallow-host', 'unlink-port', 'unlink-port'],
    ]);
    expect(operations(planExport(assigned, at({ subsystems: [subsystem({ allowAnyHost: true })], ports })))).toEqual([
      ...['unlink-port', 'unlink-port', 'create-subsystem'],
    ]);
  });

  it('changes the serial only while no namespace is enabled', () => {
    expect(planExport(assigned, at({ subsystems: [subsystem({ serial: 'other' })] }))).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'identity-changed' } },
    });
    const some = subsystem({ serial: 'other', namespaces: [space(0, 1), space(2, 2, { enabled: false })] });
    expect(planExport(assigned, at({ subsystems: [some] })).status.reason?.code).toBe('identity-changed');
    const off = [space(0, 1, { enabled: false }), space(2, 2, { enabled: false })];
    expect(operations(planExport(assigned, at({ subsystems: [subsystem({ serial: 'other', namespaces: off })] })))[0]).toBe(
      'create-subsystem',
    );
  });

  it('links ports for an enabled namespace while its legs are missing', () => {
    const found = subsystem({ namespaces: [space(0, 1), space(2, 2, { enabled: false })] });
    expect(planExport(assigned, at({ subsystems: [found] }, []))).toMatchObject({
      steps: [{ operation: { op: 'link-port' } }, { operation: { op: 'link-port' } }],
      status: { state: 'waiting', reason: { code: 'leg-missing' } },
    });
    expect(planExport(assigned, at({ subsystems: [found], ports }, []))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'leg-missing' } },
    });
  });

  it('creates no subsystem before a leg exists, nor without assigned legs', () => {
    expect(planExport(assigned, at({}, []))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'leg-missing' } } });
    expect(planExport({ ...assigned, namespaces: [] }, at({}))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'no-legs' } },
    });
  });

  it('removes the last enabled namespace once another one is enabled or ready', () => {
    const old = space(4, 3);
    const gone = ['disable-namespace', 'remove-namespace'];
    const ready = at({ subsystems: [subsystem({ namespaces: [old] })], ports }, [legVolume(0)]);
    expect(operations(planExport(assigned, ready))).toEqual(['create-linear', 'create-namespace', 'enable-namespace', ...gone]);
    const enabled = at({ subsystems: [subsystem({ namespaces: [space(0, 1), old] })], ports }, []);
    expect(operations(planExport(assigned, enabled))).toEqual(gone);
  });

  it.each([
    ['is not wiped', legVolume(0, { tags: [] }), 'leg-not-wiped'],
    ['is not active', legVolume(0, { active: false }), 'leg-inactive'],
    ['is on a drive that was away', legVolume(0, { backed: false }), 'leg-not-backed'],
  ])('exports no leg that %s (S2)', (_, volume, code) => {
    expect(planExport({ ...assigned, namespaces: assigned.namespaces.slice(0, 1) }, at({}, [volume]))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code } },
    });
  });

  it('exports no leg that is to be removed or is not assigned to this node', () => {
    const legs = content.legs.map((leg) => ({ ...leg, desired: 'absent' as const }));
    for (const each of [
      { ...content, legs },
      { ...content, legs: [] },
    ])
      expect(planExport(assigned, { ...at({}), content: each })).toMatchObject({
        steps: [],
        status: { reason: { code: 'leg-unassigned' } },
      });
  });
});

describe('planExport beside other subsystems (S3)', () => {
  const nqn = 'nqn.2026-11.org.weft:other';
  const beside = (namespaces: NvmetNamespace[], other: object = {}, own: object = {}, volumes = [legVolume(0), legVolume(2)]) => {
    const mine = { ...assigned, ...own };
    const exports = [mine, { ...assigned, attachmentId: id('attachment', 2), subsystemNqn: nqn, ...other }];
    const foreign = { ...(content.legs[0] ?? expect.fail()), legId: id('leg', 7), volumeId: id('volume', 2) };
    const found = { ...subsystem({ namespaces, allowedHosts: ['nqn.other'] }), nqn };
    const here = { ...at({ subsystems: [found] }, volumes), content: { ...content, exports, legs: [...content.legs, foreign] } };
    return planExport(mine, here);
  };
  const refused = { steps: [], status: { state: 'waiting', reason: { code: 'leg-exported-elsewhere' } } };

  it('names the host that the leg is enabled for', () => {
    expect(beside([space(0, 1)]).status.reason?.message).toContain('for nqn.other;');
    const fenced = { ...subsystem({ namespaces: [space(0, 1)], allowedHosts: [] }), nqn };
    expect(planExport(assigned, at({ subsystems: [fenced] })).status.reason?.message).toContain('for a host that is being fenced');
  });

  it('detects an enabled leg among others, by UUID alone, and while an LV is missing', () => {
    expect(beside([space(2, 5, { enabled: false }), space(0, 1)])).toMatchObject(refused);
    expect(beside([space(0, 1, { devicePath: '/dev/elsewhere' })])).toMatchObject(refused);
    expect(beside([space(2, 1)], {}, {}, [legVolume(0)])).toMatchObject(refused);
  });

  it('ignores legs of other volumes', () => {
    expect(operations(beside([space(7, 1)]))).toContain('enable-namespace');
    expect(operations(beside([space(7, 1)], {}, {}, [legVolume(0), legVolume(7)]))).toContain('enable-namespace');
  });

  it('enables a leg beside another attachment only of the same volume and mode', () => {
    const shared = { mode: 'shared' };
    expect(beside([space(0, 1)], shared, shared).steps).toContainEqual({
      operation: expect.objectContaining({ op: 'enable-namespace', nsid: 1, besides: [nqn] }),
      mayFail: false,
    });
    expect(beside([space(0, 1)], { mode: 'readonly' }, shared)).toMatchObject(refused);
    expect(beside([space(0, 1)], { ...shared, volumeId: id('volume', 2) }, shared)).toMatchObject(refused);
    expect(beside([space(0, 1)], { desired: 'absent' }, { mode: null })).toMatchObject(refused);
    expect(operations(beside([space(0, 1)], {}, { mode: null }))).toContain('enable-namespace');
    expect(operations(beside([space(0, 1)], { ...shared, desired: 'absent' }, shared))).toContain('enable-namespace');
  });
});

describe('with authentication', () => {
  const keys = { hostKeyId: id('order', 1), controllerKeyId: id('order', 2) };
  const other = { hostKeyId: id('order', 3), controllerKeyId: id('order', 2) };
  const secured = { ...assigned, authentication: keys };
  const hosts = (observed: { hostKeyId: string | null; controllerKeyId: string | null }) => [{ hostNqn: client, keys: observed }];

  it('sets the keys of the host before it allows the host', () => {
    const plan = planExport(secured, at({ hosts: [] }));
    expect(operations(plan).slice(0, 2)).toEqual(['set-host-keys', 'create-subsystem']);
    expect(plan.status.observed.keys).toEqual({ hostKeyId: null, controllerKeyId: null });
  });

  it('changes only the keys of a running export, and nothing if they are right', () => {
    const running = { subsystems: [subsystem()], ports: [port('10.0.0.1')] };
    expect(operations(planExport(secured, at({ ...running, hosts: hosts(other) })))).toEqual(['set-host-keys']);
    const settled = planExport(secured, at({ ...running, hosts: hosts(keys) }));
    expect(operations(settled)).not.toContain('set-host-keys');
    expect(settled.status.observed.keys).toEqual(keys);
  });

  it('gives no keys to a host that is allowed without: it may be connected', () => {
    const plan = planExport(secured, at({ hosts: [], subsystems: [subsystem({ nqn: 'nqn.other', namespaces: [] })] }));
    expect([plan.status.reason?.code, plan.steps]).toEqual(['host-without-keys', []]);
  });

  it('keeps keys in the kernel that are not assigned any more', () => {
    const plan = planExport(assigned, at({ subsystems: [subsystem()], hosts: hosts(keys) }));
    expect(operations(plan)).not.toContain('set-host-keys');
    expect(plan.status.observed.keys).toBeUndefined();
  });
});
