import { hostNqn, WIPED_TAG } from '@weft/shared/identity';
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

test('given nothing / when a volume is exported / then identity, host and namespaces are set before any port is linked', () => {
  const steps = operations(planExport(assigned, at({})));
  expect(steps).toEqual(['create-subsystem', 'create-namespace', 'enable-namespace', 'create-namespace', 'enable-namespace']);
  expect(operations(planExport(assigned, at({ subsystems: [subsystem()] })))).toEqual(['link-port', 'link-port']);
});

test('S2 given legs in any state / when a volume is exported / then only wiped and active ones become namespaces', () => {
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

test('S3 given any set of allowed hosts / when a volume is exported / then a port is linked only with exactly the assigned one', () => {
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

test('given a namespace with another identity / when a volume is exported / then it is not changed under its client', () => {
  const plan = planExport(assigned, at({ subsystems: [subsystem({ namespaces: [space(0, 1, { uuid: id('leg', 9) })] })] }));
  expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'identity-changed' } } });
});

it("reports only namespaces that can be legs: the server takes no other UUID, and would refuse the node's whole report", () => {
  const nil = '00000000-0000-0000-0000-000000000000';
  const plan = planExport(assigned, at({ subsystems: [subsystem({ namespaces: [space(0, 1), space(2, 7, { uuid: nil })] })] }));
  const { namespaces } = exportStatusSchema.parse(plan.status).observed;
  expect(namespaces.map(({ nsid }) => nsid)).toEqual([1]);
});

test('given a half-written namespace / when a volume is exported / then its identity is written again before it is enabled', () => {
  const plan = planExport(
    assigned,
    at({ subsystems: [subsystem({ namespaces: [space(0, 1), space(2, 2, { uuid: id('leg', 9), enabled: false })] })] }),
  );
  expect(plan.steps).toMatchObject([
    { operation: { op: 'create-namespace', uuid: id('leg', 2) } },
    { operation: { op: 'enable-namespace', nsid: 2 } },
  ]);
});

test('given an address that is no longer assigned / when the new ones are linked / then the old port is unlinked', () => {
  const plan = planExport(assigned, at({ subsystems: [subsystem()], ports: [port('10.0.0.1'), port('10.0.1.1'), port('10.9.9.9')] }));
  expect(plan.steps).toMatchObject([{ operation: { op: 'unlink-port', address: '10.9.9.9' } }]);
});

test('given a namespace that is no longer assigned / when the others stay / then it is disabled and removed, also when only half of that was done', () => {
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

test('given the last enabled namespace is no longer assigned / when the leg that follows it is still being made / then it stays until that one is enabled: nothing listens without a namespace', () => {
  const old = subsystem({ namespaces: [space(4, 3)] });
  const ports = [port('10.0.0.1'), port('10.0.1.1')];
  const made = assigned.namespaces.slice(0, 1);
  const wiping = at({ subsystems: [old], ports }, [legVolume(0, { tags: [] })]);
  expect(planExport({ ...assigned, namespaces: made }, wiping)).toMatchObject({ steps: [], status: { reason: { code: 'leg-not-wiped' } } });
  expect(operations(planExport({ ...assigned, namespaces: made }, at({ subsystems: [old], ports })))).toEqual([
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

test('given an export / when it is to be absent / then host, ports, namespaces, check and removal come in the order of a fence', () => {
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

test('given only a port that was made but never linked / when the export is to be absent / then it is a trace and goes', () => {
  expect(operations(planExport({ ...assigned, desired: 'absent' }, at({ ports: [port('10.0.0.1', [])] })))).toEqual([
    'check-drained',
    'remove-subsystem',
  ]);
  expect(planExport({ ...assigned, desired: 'absent' }, at({})).status.state).toBe('done');
});

describe('planExport of a leg that another subsystem has enabled', () => {
  const other = (more: Partial<ReturnType<typeof subsystem>> = {}) =>
    subsystem({ allowedHosts: ['nqn.other'], namespaces: [space(0, 1)], ...more, nqn: 'nqn.2026-11.org.weft:other' });

  it('enables no leg that is enabled for another host, whatever the assignment lists (S3)', () => {
    const plan = planExport(assigned, at({ subsystems: [other()] }));
    expect(plan).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'leg-exported-elsewhere' } } });
  });

  it('counts a namespace of the same device under another UUID, and one whose host is gone already (S3)', () => {
    for (const more of [{ namespaces: [space(0, 7, { uuid: id('leg', 9) })] }, { allowedHosts: [] }]) {
      const plan = planExport(assigned, at({ subsystems: [other(more)] }));
      expect(plan.steps.some(({ operation }) => 'nsid' in operation && operation.nsid === 1)).toBe(false);
    }
  });

  it('exports legs of a shared volume side by side, of an exclusive one never (S3)', () => {
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

  it('ignores a namespace that is disabled', () => {
    const disabled = other({ namespaces: [space(0, 1, { enabled: false })] });
    expect(operations(planExport(assigned, at({ subsystems: [disabled] })))).toContain('enable-namespace');
  });
});

describe('planExport and the subsystem that it finds', () => {
  const ports = [port('10.0.0.1'), port('10.0.1.1')];

  it('reports what was seen of it', () => {
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

  it('takes a port of another transport or service for none of its own', () => {
    for (const other of [{ transport: 'tcp' }, { serviceId: 4501 }]) {
      const plan = planExport(assigned, at({ subsystems: [subsystem()], ports: [{ ...port('10.0.0.1'), ...other }, port('10.0.1.1')] }));
      expect(plan.steps).toMatchObject([{ operation: { op: 'link-port', address: '10.0.0.1' }, mayFail: true }]);
    }
  });

  it('takes out strangers and their ports, and closes it to hosts that are not listed (S3)', () => {
    const strangers = { allowedHosts: [client, 'nqn.stranger'] };
    expect(operations(planExport(assigned, at({ subsystems: [subsystem(strangers)], ports })))).toEqual([
      ...['disallow-host', 'unlink-port', 'unlink-port'],
    ]);
    expect(operations(planExport(assigned, at({ subsystems: [subsystem({ allowAnyHost: true })], ports })))).toEqual([
      ...['unlink-port', 'unlink-port', 'create-subsystem'],
    ]);
  });

  it('changes no serial under a client, and writes it anew while nothing is enabled', () => {
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

  it('keeps linking for a namespace that is enabled while the legs are not there', () => {
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

  it('makes no subsystem before a leg is there, and none without a leg', () => {
    expect(planExport(assigned, at({}, []))).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'leg-missing' } } });
    expect(planExport({ ...assigned, namespaces: [] }, at({}))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'no-legs' } },
    });
  });

  it('lets the last enabled namespace go once another one is enabled or ready', () => {
    const old = space(4, 3);
    const gone = ['disable-namespace', 'remove-namespace'];
    const ready = at({ subsystems: [subsystem({ namespaces: [old] })], ports }, [legVolume(0)]);
    expect(operations(planExport(assigned, ready))).toEqual(['create-namespace', 'enable-namespace', ...gone]);
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

  it('exports no leg that is to go, or that is not assigned to this node', () => {
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

  it('names the host that has the leg', () => {
    expect(beside([space(0, 1)]).status.reason?.message).toContain('for nqn.other;');
    const fenced = { ...subsystem({ namespaces: [space(0, 1)], allowedHosts: [] }), nqn };
    expect(planExport(assigned, at({ subsystems: [fenced] })).status.reason?.message).toContain('for a host that is being fenced');
  });

  it('counts one enabled leg among others, by UUID alone, and while another LV is missing', () => {
    expect(beside([space(2, 5, { enabled: false }), space(0, 1)])).toMatchObject(refused);
    expect(beside([space(0, 1, { devicePath: '/dev/elsewhere' })])).toMatchObject(refused);
    expect(beside([space(2, 1)], {}, {}, [legVolume(0)])).toMatchObject(refused);
  });

  it('ignores legs of other volumes', () => {
    expect(operations(beside([space(7, 1)]))).toContain('enable-namespace');
    expect(operations(beside([space(7, 1)], {}, {}, [legVolume(0), legVolume(7)]))).toContain('enable-namespace');
  });

  it('enables a leg beside another attachment of its own kind only', () => {
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
