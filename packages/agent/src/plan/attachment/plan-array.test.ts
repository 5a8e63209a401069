import { mdHolder } from '@weft/shared/identity';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { MdSuperblock } from '../../host/host.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { type AgentReason, reason } from '../../reason/reason.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, operations, UP, world } from '../../testing/example-world.js';
import { planAttachment } from './plan-attachment.js';

type Leg = 'absent' | 'unreachable' | 'blank' | 'ours' | 'foreign' | 'unreadable';
const superblock = (uuid: string): MdSuperblock => ({
  uuid,
  level: 'raid10',
  events: 5,
  deviceRole: '0',
  arrayState: null,
  badBlocks: false,
});
const known = (legs: number[], { attachment = 1, array = 1 } = {}) => ({
  ...NO_FACTS,
  arrays: {
    [id('volume', 1)]: {
      ...{ attachmentId: id('attachment', attachment), epoch: 1, uuid: id('array', array) },
      inSyncLegs: legs.map((leg) => id('leg', leg)),
    },
  },
});

const superblockOf = (state: Leg, own: Partial<MdSuperblock>): MdSuperblock | null =>
  state === 'blank' ? null : { ...superblock(state === 'ours' ? id('array', 1) : id('array', 2)), ...own };

/** Plans a raid10 over four legs in the given states; all paths exist, so that only the array is left to do. */
function plan(
  legs: Leg[],
  {
    create = true,
    inSync = [true, true, true, true],
    joining = [] as number[],
    facts = NO_FACTS,
    mode = 'exclusive' as 'exclusive' | 'readonly',
    tenure = 5,
    names = [] as string[],
    states = [] as string[],
    events = [] as number[],
    roles = [] as string[],
  } = {},
) {
  const content = contentFor(CLIENT, { ...UP, protection: 'raid10', create, mode, tenure });
  const attachment = content.attachments[0] ?? expect.fail('the example attaches something');
  const fast = emptyFast();
  const superblocks = new Map<string, MdSuperblock | null>();
  const unread = new Map<string, AgentReason>();
  for (const [at, leg] of attachment.legs.entries()) {
    leg.inSync = inSync[at] ?? true;
    if (joining.includes(at)) leg.role = 'joining';
    // Each leg gets its own subsystem here, so that each can be unreachable alone.
    leg.subsystemNqn = `${leg.subsystemNqn}:${at}`;
    const state = legs[at] ?? 'absent';
    for (const path of leg.paths) {
      fast.controllers.push({
        name: `nvme${at}`,
        subsystemNqn: leg.subsystemNqn,
        transport: path.transport,
        address: path.address,
        serviceId: path.serviceId,
        hostAddress: path.hostAddress,
        hostNqn: content.hostNqn,
        state: state === 'unreachable' ? 'connecting' : 'live',
        fastIoFailSeconds: leg.anchor ? -1 : 5,
      });
    }
    if (state === 'absent') continue;
    fast.heads.push({
      subsystemNqn: leg.subsystemNqn,
      nsid: leg.nsid,
      uuid: leg.legId,
      nguid: '',
      device: `nvme${at}n1`,
      sizeBytes: leg.sizeBytes,
    });
    if (state === 'unreadable') unread.set(`/dev/nvme${at}n1`, reason('command-failed', { failure: 'Input/output error' }));
    else if (state !== 'unreachable')
      superblocks.set(
        `/dev/nvme${at}n1`,
        superblockOf(state, { name: names[at], arrayState: states[at] ?? null, events: events[at] ?? 5, deviceRole: roles[at] ?? '0' }),
      );
  }
  return planAttachment(attachment, world(content, { fast, facts, probes: new Map([[attachment.attachmentId, { superblocks, unread }]]) }));
}

const legState = fc.constantFrom<Leg>('absent', 'unreachable', 'unreadable', 'blank', 'ours', 'foreign');

test('creates an array only once, on all legs, none with a superblock (S4)', () => {
  fc.assert(
    fc.property(fc.tuple(legState, legState, legState, legState), fc.boolean(), fc.boolean(), (legs, create, knownBefore) => {
      const steps = plan(legs, { create, facts: knownBefore ? known([0, 1, 2, 3]) : NO_FACTS }).steps.map((step) => step.operation);
      const created = steps.find((step) => step.op === 'create-array');
      expect(created !== undefined).toBe(create && !knownBefore && legs.every((leg) => leg === 'blank'));
      if (created) expect(created).toMatchObject({ devices: ['/dev/nvme0n1', '/dev/nvme1n1', '/dev/nvme2n1', '/dev/nvme3n1'] });
      const zeroed = steps.filter((step) => step.op === 'zero-superblock');
      if (!create || knownBefore || legs.some((leg) => !['blank', 'ours'].includes(leg))) expect(zeroed).toEqual([]);
      if (legs.includes('foreign')) expect(steps).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('waits only for legs that it needs and cannot read, and names their node (S4)', () => {
  const legs: Leg[] = ['ours', 'unreadable', 'ours', 'ours'];
  const assembled = plan(legs, { create: false, inSync: [true, false, true, true] }).steps.map(({ operation }) => operation);
  expect(assembled).toMatchObject([{ op: 'assemble-array', devices: ['/dev/nvme0n1', '/dev/nvme2n1', '/dev/nvme3n1'], run: false }]);
  for (const needed of [plan(legs, { create: false }), plan(['blank', 'unreadable', 'blank', 'blank'], { create: true })])
    expect(needed).toMatchObject({ status: { state: 'failed', reason: { code: 'leg-unreadable', node: expect.any(String) } }, steps: [] });
});

test('assembles with every in-sync leg, only legs of its UUID, and never --run (S4, S11)', () => {
  const sync = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());
  const some = fc.subarray([0, 1, 2, 3]);
  fc.assert(
    fc.property(fc.tuple(legState, legState, legState, legState), sync, some, some, (legs, inSync, ledger, joining) => {
      const assembled = plan(legs, { create: false, inSync, joining, facts: known(ledger) })
        .steps.map((step) => step.operation)
        .find((step) => step.op === 'assemble-array');
      if (assembled?.op !== 'assemble-array') return;
      expect(assembled.run).toBe(false);
      expect(assembled.devices).toEqual(legs.flatMap((leg, at) => (leg === 'ours' ? [`/dev/nvme${at}n1`] : [])));
      for (const at of [0, 1, 2, 3]) if (inSync[at] || ledger.includes(at)) expect(legs[at]).toBe('ours');
    }),
    { numRuns: 500 },
  );
});

describe('planAttachment after an interrupted creation', () => {
  const holder = (attachment: number) => `any:${mdHolder({ tenure: 5, attachmentId: id('attachment', attachment) })}`;
  const found = (names: string[], more = {}) => plan(['ours', 'ours', 'blank', 'blank'], { names, ...more });
  const [own, other] = [holder(1), holder(2)];

  it('clears only superblocks of its own attempt', () => {
    const cleared = [
      { operation: { op: 'zero-superblock', device: '/dev/nvme0n1' } },
      { operation: { op: 'zero-superblock', device: '/dev/nvme1n1' } },
    ];
    expect(found([own, own]).steps).toMatchObject(cleared);
    expect(found([], { tenure: 0 }).steps).toMatchObject(cleared);
  });

  it('clears nothing of an array that an earlier attachment made, whatever the server remembers (S4, S14)', () => {
    const earlier = `any:${mdHolder({ tenure: 4, attachmentId: id('attachment', 2) })}`;
    for (const names of [
      [earlier, earlier],
      [own, earlier],
      ['any:weft-ffffffff0000400080aa', own],
      [other, own],
    ])
      expect(found(names)).toMatchObject({ steps: [], status: { state: 'failed' } });
    expect(found([earlier, earlier])).toMatchObject({ status: { reason: { code: 'superblock-missing', node: 't1' } } });
  });

  it('clears nothing with a lost ledger', () => {
    expect(found([own, own], { facts: { ...NO_FACTS, lost: true } })).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'ledger-lost' } },
    });
  });

  it('assembles a complete array', () => {
    expect(operations(plan(['ours', 'ours', 'ours', 'ours']))).toEqual(['assemble-array']);
  });
});

test('writes the creating attachment into superblocks, except for an older server (S3)', () => {
  const created = (tenure: number) => plan(['blank', 'blank', 'blank', 'blank'], { tenure }).steps;
  const holder = mdHolder({ tenure: 5, attachmentId: id('attachment', 1) });
  expect(created(5)).toMatchObject([{ operation: { op: 'create-array', holder } }]);
  expect(created(0)).toMatchObject([{ operation: { op: 'create-array', holder: undefined } }]);
});

test('creates no array on blank legs while the ledger is lost (S4)', () => {
  expect(plan(['blank', 'blank', 'blank', 'blank'], { facts: { ...NO_FACTS, lost: true } })).toMatchObject({
    steps: [],
    status: { state: 'failed', reason: { code: 'ledger-lost' } },
  });
});

test('names the node of a missing in-sync leg that it waits for (S10)', () => {
  expect(plan(['ours', 'unreachable', 'ours', 'ours'], { create: false }).status).toMatchObject({
    state: 'waiting',
    reason: { code: 'leg-missing', node: 't2' },
  });
});

test('waits for an unreachable joining leg that only the ledger knows in sync (S11)', () => {
  const legs: Leg[] = ['ours', 'unreachable', 'ours', 'ours'];
  const inSync = [true, false, true, true];
  expect(plan(legs, { create: false, inSync, joining: [1], facts: known([0, 1, 2, 3]) })).toMatchObject({
    steps: [],
    status: { state: 'waiting', reason: { code: 'leg-missing', node: 't2' } },
  });
  expect(operations(plan(legs, { create: false, inSync, joining: [1], facts: known([0, 2, 3]) }))).toEqual(['assemble-array']);
});

test('uses in-sync legs from the ledger only for the present attachment (S11)', () => {
  const legs: Leg[] = ['ours', 'unreachable', 'ours', 'ours'];
  const since = { create: false, inSync: [true, false, true, true] };
  expect(plan(legs, { ...since, facts: known([0, 1, 2, 3]) }).status.reason).toMatchObject({ code: 'leg-missing', node: 't2' });
  // Another client has used the volume since: leg 1 fell behind there.
  expect(operations(plan(legs, { ...since, facts: known([0, 1, 2, 3], { attachment: 2 }) }))).toEqual(['assemble-array']);
});

test('refuses an array of another history only within the same attachment (S4)', () => {
  const legs: Leg[] = ['ours', 'ours', 'ours', 'ours'];
  const other = (attachment: number) => plan(legs, { create: false, facts: known([0, 1, 2, 3], { attachment, array: 2 }) });
  expect(other(1)).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'foreign-history' } } });
  expect(operations(other(2))).toEqual(['assemble-array']);
});

test('reports in-sync legs of a detached array only for the present attachment (S11)', () => {
  const [attachment] = contentFor(CLIENT, { ...UP, attached: false }).attachments;
  if (!attachment) throw new Error('the example attaches something');
  const said = (facts: ReturnType<typeof known>) => {
    const { status } = planAttachment(attachment, world(contentFor(CLIENT, { ...UP, attached: false }), { facts }));
    return status.observed.array?.members.map(({ legId }) => legId) ?? null;
  };
  expect(said(known([0, 1]))).toEqual([id('leg', 0), id('leg', 1)]);
  expect(said(known([0], { attachment: 2 }))).toBeNull();
});

test('creates nothing for a read-only attachment of a never-written volume', () => {
  expect(plan(['blank', 'blank', 'blank', 'blank'], { create: false, mode: 'readonly' })).toMatchObject({
    steps: [],
    status: { state: 'failed', reason: { code: 'never-written' } },
  });
});

describe('planAttachment and the holder name in superblocks', () => {
  const ours: Leg[] = ['ours', 'ours', 'ours', 'ours'];
  const named = (tenure: number, attachment = 1) => `any:${mdHolder({ tenure, attachmentId: id('attachment', attachment) })}`;
  const started = (names: string[], more = {}) => plan(ours, { create: false, names, ...more });

  it('refuses the start while one leg names a later holder (S3)', () => {
    for (const later of [named(6, 2), named(6), named(5, 2)])
      expect(started([named(5), named(5), later, named(5)])).toMatchObject({
        steps: [],
        status: { state: 'failed', reason: { code: 'later-holder' } },
      });
    expect(started([named(6, 2)], { mode: 'readonly' }).steps).toEqual([]);
  });

  it('starts and replaces names of earlier attachments and versions with its own', () => {
    for (const name of [named(4, 2), 'any:weft-ffffffff0000400080aa', undefined])
      expect(started(ours.map(() => name ?? ''))).toMatchObject({
        steps: [{ operation: { op: 'assemble-array', holder: named(5).split(':')[1] } }],
      });
  });

  it('writes no name that is present, and none read-only or for an older server', () => {
    for (const more of [{}, { mode: 'readonly' as const }])
      expect(started(Array(4).fill(named(5)), more)).toMatchObject({ steps: [{ operation: { op: 'assemble-array', holder: undefined } }] });
    expect(started(Array(4).fill(named(4, 2)), { mode: 'readonly' as const })).toMatchObject({
      steps: [{ operation: { holder: undefined } }],
    });
    expect(started([named(6, 2)], { tenure: 0 })).toMatchObject({ steps: [{ operation: { op: 'assemble-array', holder: undefined } }] });
  });
});

describe('planAttachment of legs that were started without each other', () => {
  const ours: Leg[] = ['ours', 'ours', 'ours', 'ours'];

  it('starts nothing while both legs were in sync (S4)', () => {
    expect(plan(ours, { create: false, states: ['A.AA', '.AAA'] })).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'forked-history' } },
    });
  });

  it('starts without the leg that was not in sync (S4)', () => {
    const started = plan(ours, { create: false, states: ['A.AA', '.AAA'], inSync: [true, false, true, true] });
    expect(started).toMatchObject({
      steps: [{ operation: { op: 'assemble-array', devices: ['/dev/nvme0n1', '/dev/nvme2n1', '/dev/nvme3n1'] } }],
    });
  });

  it('starts with a leg that was taken back after the last write to the half that lists it as missing (sweep seed 205)', () => {
    const back = { create: false, states: ['A.AA', 'AAAA', 'AAAA', 'AAAA'], events: [6, 7, 7, 7], inSync: [true, false, true, true] };
    const devices = (more: Partial<typeof back>) =>
      plan(ours, { ...back, ...more }).steps.flatMap(({ operation }) =>
        operation.op === 'assemble-array' ? [operation.devices.length] : [],
      );
    expect(devices({})).toEqual([4]);
    // Newer than every leg that was in sync; started without one of them; and still missing for the newest.
    expect(devices({ events: [6, 8, 7, 7] })).toEqual([3]);
    expect(devices({ states: ['A.AA', '.AAA', 'AAAA', 'AAAA'] })).toEqual([3]);
    expect(devices({ states: ['A.AA', 'AAAA', 'A.AA', 'AAAA'] })).toEqual([3]);
  });

  it('starts by force a last half whose superblock is older than mdadm takes, without the legs that the newest one lists as failed (sweep seed 54)', () => {
    const late = { create: false, states: ['AAAA', 'AAAA', 'AAAA', '.A.A'], events: [2, 2, 2, 7], inSync: [false, true, true, true] };
    expect(plan(ours, late)).toMatchObject({
      steps: [{ operation: { op: 'assemble-array', devices: ['/dev/nvme1n1', '/dev/nvme3n1'], run: true, force: true } }],
    });
    const usual = { steps: [{ operation: { op: 'assemble-array', run: false } }] };
    // One event behind, mdadm takes it itself; and a newest superblock that does not list it proves nothing.
    expect(plan(ours, { ...late, events: [2, 6, 6, 7] })).toMatchObject(usual);
    expect(plan(ours, { ...late, states: ['AAAA', 'AAAA', 'AAAA', '...A'] })).toMatchObject(usual);
    // A leg that takes its place may have its slot.
    const roles = ['Active device 1', 'Active device 1', 'Active device 2', 'Active device 3'];
    expect(plan(ours, { ...late, roles })).toMatchObject(usual);
    // It waits for every leg that was in sync, and never forces a read-only start.
    expect(plan(['ours', 'ours', 'absent', 'ours'], late).status.reason?.code).toBe('leg-missing');
    expect(plan(ours, { ...late, mode: 'readonly' })).toMatchObject(usual);
  });

  it('starts with all legs when the leg recorded as missing belongs to another mirror', () => {
    expect(plan(ours, { create: false, states: ['AAAA', 'AAAA', '.AAA'] })).toMatchObject({
      steps: [{ operation: { op: 'assemble-array', devices: expect.objectContaining({ length: 4 }) } }],
    });
  });
});
