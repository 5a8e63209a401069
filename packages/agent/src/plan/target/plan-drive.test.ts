import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { id, MiB } from '../../testing/example-cluster.js';
import { drive, legVolume, operations, slowWith, world } from '../../testing/example-world.js';
import { planDrive } from './plan-drive.js';

const assigned = {
  driveId: id('drive', 1),
  serial: 'S1',
  nsid: 1,
  desired: 'in-service' as const,
  create: true as boolean | null,
  wipe: null,
};
const terms = {
  notAfter: '2026-01-01T01:00:00.000Z',
  bootId: 'boot-1',
  model: 'm',
  sizeBytes: 1024 * MiB,
  wwid: null as string | null,
  weftDriveId: null as string | null,
};
const order = { orderId: id('order', 1), serial: 'S1', terms };
const devices = new Map([[id('drive', 1), '/dev/nvme0n1']]);
const at = (slow: ReturnType<typeof slowWith>, facts = NO_FACTS) => world(undefined, { slow, facts, driveDevices: devices });

test('creates a volume group on a blank drive to be put in service', () => {
  expect(planDrive(assigned, at(slowWith([drive()], [], { group: false }))).steps).toMatchObject([
    { operation: { op: 'create-volume-group', device: '/dev/nvme0n1' } },
  ]);
});

test('creates no volume group on a drive that is not blank or is in use, and reports why (S1)', () => {
  fc.assert(
    fc.property(
      fc.record({
        contents: fc.array(fc.constantFrom('ext4 filesystem', 'GPT partition table')),
        inUse: fc.boolean(),
        weftDriveId: fc.constantFrom(null, id('drive', 2)),
      }),
      (state) => {
        const plan = planDrive(assigned, at(slowWith([drive(state)], [], { group: false })));
        const blank = state.contents.length === 0 && !state.inUse && state.weftDriveId === null;
        expect(operations(plan)).toEqual(blank ? ['create-volume-group'] : []);
        if (!blank)
          expect(plan.status).toMatchObject({ state: 'waiting', reason: { code: expect.stringMatching(/drive-in-use|drive-not-blank/) } });
        if (state.contents[0] && !state.inUse && state.weftDriveId === null)
          expect(plan.status.reason?.message).toContain(state.contents[0]);
      },
    ),
  );
});

test.each([
  ['is to be in service', { desired: 'in-service' as const }],
  ['is released', { desired: 'released' as const }],
  ['is to be wiped', { desired: 'observed' as const, wipe: { ...order, terms: { ...terms, weftDriveId: id('drive', 1) } } }],
])('makes LVM list the group of a drive again first when the drive %s (S1, S9)', (_, ordered) => {
  const lost = slowWith([drive({ weftDriveId: id('drive', 1) })], [], { group: false });
  expect(operations(planDrive({ ...assigned, ...ordered }, at(lost)))).toEqual(['create-volume-group']);
});

test('waits for a missing drive that is to be put in service', () => {
  expect(planDrive(assigned, at(slowWith([], [], { group: false }))).status).toMatchObject({
    state: 'waiting',
    reason: { code: 'drive-missing' },
  });
});

test('carries out no wipe order while the ledger is lost (S1)', () => {
  const wiping = { ...assigned, desired: 'observed' as const, wipe: order };
  const plan = planDrive(
    wiping,
    at(slowWith([drive({ contents: ['ext4 filesystem'] })], [], { group: false }), { ...NO_FACTS, lost: true }),
  );
  expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'ledger-lost' } } });
});

test('carries out no wipe order that was open when the ledger loss was accepted (S1)', () => {
  const facts = { ...NO_FACTS, doubtfulWipes: { [order.orderId]: true as const } };
  const plan = planDrive({ ...assigned, desired: 'observed', wipe: order }, at(slowWith([drive()], [], { group: false }), facts));
  expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'wipe-order-doubtful' } } });
});

test.each([
  ['goes on', [], null],
  ['goes on', ['unknown data in the last MiB'], null],
  ['stops', ['ext4 filesystem'], 'wipe-order-unfinished'],
  ['stops', ['unknown data in the first MiB'], 'wipe-order-unfinished'],
  ['stops', ['unknown: wipefs ended after 30 s'], 'wipe-order-unfinished'],
])('a begun wipe %s on a drive that holds %j (S1)', (_, contents, code) => {
  const facts = { ...NO_FACTS, begunWipes: { [order.orderId]: true as const } };
  const plan = planDrive(
    { ...assigned, desired: 'observed', wipe: order },
    at(slowWith([drive({ contents })], [], { group: false }), facts),
  );
  expect(plan.steps.map(({ operation }) => operation)).toEqual(code ? [] : [expect.objectContaining({ op: 'wipe-drive', resumes: true })]);
  expect(plan.status).toMatchObject(code ? { state: 'failed', reason: { code } } : { state: 'working' });
});

test('a begun wipe of a drive from another node goes on when its group is erased, and not when there is another', () => {
  const facts = { ...NO_FACTS, begunWipes: { [order.orderId]: true as const } };
  const wiping = { ...assigned, desired: 'observed' as const, wipe: { ...order, terms: { ...terms, weftDriveId: id('drive', 2) } } };
  const of = (weftDriveId: string | null, known = facts) =>
    planDrive(wiping, at(slowWith([drive({ weftDriveId })], [], { group: false }), known));
  expect(operations(of(null))).toEqual(['wipe-drive']);
  expect(of(null, { ...NO_FACTS, begunWipes: {} }).status.reason?.code).toBe('wipe-other-drive');
  expect(of(id('drive', 3)).status.reason?.code).toBe('wipe-other-drive');
});

test('carries out a wipe order only once (S1)', () => {
  const wiping = { ...assigned, desired: 'observed' as const, wipe: order };
  const slow = slowWith([drive({ contents: ['ext4 filesystem'] })], [], { group: false });
  const first = planDrive(wiping, at(slow));
  expect(operations(first)).toEqual(['wipe-drive']);
  expect(first.begin).toEqual([{ fact: 'wipe-order-begun', orderId: order.orderId }]);
  expect(first.after).toEqual([{ fact: 'wipe-order-done', orderId: order.orderId, serial: 'S1' }]);
  expect(first.status.observed.wipedOrderId).toBeNull();
  const second = planDrive(wiping, at(slow, { ...NO_FACTS, wipeOrders: { [order.orderId]: 'S1' } }));
  expect(second.steps).toEqual([]);
  expect(second.status).toMatchObject({ state: 'done', observed: { wipedOrderId: order.orderId } });
});

test('plans a wipe only when one is ordered (S1)', () => {
  fc.assert(
    fc.property(
      fc.record({
        desired: fc.constantFrom('in-service' as const, 'released' as const, 'observed' as const),
        create: fc.constantFrom(true, false, null),
        contents: fc.array(fc.constantFrom('ext4 filesystem', 'unknown: wipefs ended after 30 s')),
        inUse: fc.boolean(),
        weftDriveId: fc.constantFrom(null, id('drive', 1), id('drive', 2)),
        group: fc.boolean(),
        facts: fc.constantFrom(NO_FACTS, { ...NO_FACTS, wipeOrders: { [order.orderId]: 'S1' } }),
      }),
      ({ desired, create, contents, inUse, weftDriveId, group, facts }) => {
        const slow = slowWith([drive({ contents, inUse, weftDriveId })], [], { group });
        const plan = planDrive({ ...assigned, desired, create, wipe: null }, at(slow, facts));
        expect(operations(plan)).not.toContain('wipe-drive');
        expect([plan.before, plan.after, plan.status.observed.wipedOrderId]).toEqual([[], [], null]);
      },
    ),
    // 648 states.
    { numRuns: 5_000 },
  );
});

test.each([
  ['a drive in use', order, slowWith([drive({ inUse: true })], [], { group: false }), 'observed', 'drive-in-use'],
  [
    'a drive with legs',
    { ...order, terms: { ...terms, weftDriveId: id('drive', 1) } },
    slowWith([drive({ weftDriveId: id('drive', 1) })], [legVolume(0)]),
    'released',
    'drive-holds-legs',
  ],
  [
    'a drive in service',
    { ...order, terms: { ...terms, weftDriveId: id('drive', 1) } },
    slowWith([drive({ weftDriveId: id('drive', 1) })], []),
    'in-service',
    'in-service',
  ],
] as const)('waits instead of wiping %s (S1)', (_, wipe, slow, desired, code) => {
  const plan = planDrive({ ...assigned, desired, wipe }, at(slow));
  expect(plan.steps).toEqual([]);
  expect(plan.status).toMatchObject({ state: 'waiting', reason: { code } });
});

test('removes the volume group of a released drive only when it holds no legs (S5)', () => {
  const released = { ...assigned, desired: 'released' as const };
  expect(planDrive(released, at(slowWith([drive({ weftDriveId: id('drive', 1) })], [legVolume(0)]))).status.reason?.code).toBe(
    'drive-holds-legs',
  );
  expect(operations(planDrive(released, at(slowWith([drive({ weftDriveId: id('drive', 1) })], []))))).toEqual(['remove-volume-group']);
});

test.each([
  ['released', { desired: 'released' as const }],
  ['to be wiped', { desired: 'observed' as const, wipe: { ...order, terms: { ...terms, weftDriveId: id('drive', 2) } } }],
])('removes no volume group of a drive %s while it is on another drive, and touches neither (S1, S5)', (_, ordered) => {
  const swapped = slowWith([drive({ weftDriveId: id('drive', 2) })], []);
  expect(planDrive({ ...assigned, ...ordered }, at(swapped))).toMatchObject({
    steps: [],
    status: { state: 'waiting', reason: { code: 'wrong-drive' } },
  });
});

describe('planDrive beside other drives', () => {
  const other = { ...assigned, driveId: id('drive', 3), serial: 'S3' };
  const beside = (more: { desired?: 'released' } = {}) =>
    planDrive(
      { ...other, ...more },
      world(undefined, {
        slow: slowWith([drive(), drive({ serial: 'S3' })], [legVolume(0)]),
        driveDevices: new Map([...devices, [other.driveId, '/dev/nvme2n1']]),
      }),
    );

  it('ignores the volume group and the legs of another drive', () => {
    expect(operations(beside())).toEqual(['create-volume-group']);
    expect(beside()).toMatchObject({ before: [], after: [], status: { observed: { volumeGroup: false } } });
    expect(beside({ desired: 'released' }).status.state).toBe('done');
  });

  it('wipes a drive while another drive holds legs', () => {
    const wipe = { ...order, serial: 'S3' };
    const slow = slowWith([drive(), drive({ serial: 'S3' })], [legVolume(0)]);
    const around = world(undefined, { slow, driveDevices: new Map([[other.driveId, '/dev/nvme2n1']]) });
    expect(operations(planDrive({ ...other, desired: 'observed', wipe }, around))).toEqual(['wipe-drive']);
  });

  it.each([
    ['serial', { serial: 'S2' }],
    ['namespace', { nsid: 2 }],
  ])('reports the drive missing when only one with another %s is present (S1)', (_, other) => {
    expect(planDrive(assigned, at(slowWith([drive(other)], [], { group: false })))).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'drive-missing' } },
    });
  });

  it('waits while the device of the drive is unknown', () => {
    const unknown = world(undefined, { slow: slowWith([drive()], [], { group: false }) });
    expect(planDrive(assigned, unknown)).toMatchObject({ steps: [], status: { reason: { code: 'drive-missing' } } });
  });

  it('waits when the volume group of this drive is on another drive', () => {
    const swapped = at(slowWith([drive({ weftDriveId: id('drive', 2) })], []));
    expect(planDrive(assigned, swapped)).toMatchObject({ steps: [], status: { state: 'waiting', reason: { code: 'wrong-drive' } } });
  });

  it('reports done once its volume group exists, with or without a Weft id on the drive', () => {
    for (const weftDriveId of [null, id('drive', 1)])
      expect(planDrive(assigned, at(slowWith([drive({ weftDriveId })], [])))).toMatchObject({ steps: [], status: { state: 'done' } });
  });

  it('reports the sizes of its volume group, else of the drive, else 0', () => {
    expect(planDrive(assigned, at(slowWith([drive({ sizeBytes: 7 })], []))).status.observed).toEqual({
      ...{ present: true, volumeGroup: true, wipedOrderId: null, begunOrderId: null },
      ...{ sizeBytes: 1024 * MiB, freeBytes: 512 * MiB, largestFreeBytes: 512 * MiB },
    });
    expect(planDrive(assigned, at(slowWith([drive({ sizeBytes: 7 })], [], { group: false }))).status.observed).toEqual({
      ...{ present: true, volumeGroup: false, wipedOrderId: null, begunOrderId: null },
      ...{ sizeBytes: 7, freeBytes: 0, largestFreeBytes: 0 },
    });
    expect(planDrive(assigned, at(slowWith([], [], { group: false }))).status.observed).toEqual({
      ...{ present: false, volumeGroup: false, wipedOrderId: null, begunOrderId: null },
      ...{ sizeBytes: 0, freeBytes: 0, largestFreeBytes: 0 },
    });
  });
});

describe('planDrive of a drive that was in service before', () => {
  const before = { ...assigned, create: false };
  const without = (more: Parameters<typeof drive>[0] = {}) => at(slowWith([drive(more)], [], { group: false }));

  it.each([
    ['is blank', {}, 'is blank'],
    ['holds something', { contents: ['ext4 filesystem'] }, 'holds ext4 filesystem'],
    ['carries another group', { weftDriveId: id('drive', 2) }, `carries weft-${id('drive', 2)}`],
  ])('creates no volume group again when the drive %s, and reports it lost (S2)', (_, more, words) => {
    expect(planDrive(before, without(more))).toMatchObject({
      steps: [],
      status: { state: 'failed', reason: { code: 'drive-lost', message: expect.stringContaining(words) } },
    });
  });

  it('creates no volume group while the assignment does not state whether to create one', () => {
    expect(planDrive({ ...assigned, create: null }, without())).toMatchObject({ steps: [], status: { reason: { code: 'order-unclear' } } });
  });

  it('reports a drive neither lost nor released while it is unreadable', () => {
    const unread = without({ contents: ['unknown: wipefs ended after 30 s'] });
    for (const desired of ['in-service', 'released'] as const)
      expect(planDrive({ ...before, desired }, unread)).toMatchObject({
        steps: [],
        status: { state: 'waiting', reason: { code: 'drive-unreadable' } },
      });
  });
});

describe('planDrive of a wipe order (S1)', () => {
  const wipe = (change: object, more: Parameters<typeof drive>[0] = {}, around: object = {}) =>
    planDrive(
      { ...assigned, desired: 'observed', wipe: { ...order, ...change } },
      world(undefined, {
        slow: slowWith([drive(more)], [], { group: false }),
        driveDevices: devices,
        wallMs: Date.parse(terms.notAfter),
        ...around,
      }),
    );

  it('wipes a drive that matches its terms up to and including the deadline', () => {
    expect(wipe({}).steps).toMatchObject([{ operation: { op: 'wipe-drive', device: '/dev/nvme0n1', serial: 'S1', foreignGroup: null } }]);
  });

  it('does not repeat a finished order when the drive goes into service', () => {
    const done = { ...NO_FACTS, wipeOrders: { [order.orderId]: 'S1' } };
    const blank = slowWith([drive()], [], { group: false });
    expect(operations(planDrive({ ...assigned, wipe: order }, at(blank, done)))).toEqual(['create-volume-group']);
  });

  it.each([
    ['another serial', { serial: 'S2' }, {}, 'serial-mismatch'],
    ['no terms, as from an older server', { terms: null }, {}, 'wipe-without-terms'],
    ['another boot of its node', { terms: { ...terms, bootId: 'boot-0' } }, {}, 'wipe-other-boot'],
    ['another size', { terms: { ...terms, sizeBytes: 1 } }, {}, 'wipe-other-drive'],
    ['another model', {}, { model: 'n' }, 'wipe-other-drive'],
    ['another WWID', { terms: { ...terms, wwid: 'eui.1' } }, { wwid: 'eui.2' }, 'wipe-other-drive'],
    ['a volume group that came later', {}, { weftDriveId: id('drive', 2) }, 'wipe-other-drive'],
  ])('refuses an order with %s', (_, change, more, code) => {
    expect(wipe(change, more)).toMatchObject({ steps: [], status: { state: 'refused', reason: { code } } });
  });

  it('refuses an order after its deadline, whether or not the drive is present', () => {
    const late = { wallMs: Date.parse(terms.notAfter) + 1 };
    expect(wipe({}, {}, late)).toMatchObject({ steps: [], status: { state: 'refused', reason: { code: 'wipe-expired' } } });
    const away = { ...late, slow: slowWith([], [], { group: false }) };
    expect(wipe({}, {}, away)).toMatchObject({ steps: [], status: { state: 'refused', reason: { code: 'wipe-expired' } } });
  });

  it('wipes a drive whose own volume group, named in the order, has been removed', () => {
    const own = { ...terms, weftDriveId: id('drive', 1) };
    expect(operations(wipe({ terms: own }))).toEqual(['wipe-drive']);
    expect(wipe({ terms: own }, { model: 'n' }).status.reason?.message).toContain('model n instead of m');
  });

  it.each([
    ['the group of another drive is gone', { terms: { ...terms, weftDriveId: id('drive', 2) } }, {}, `none instead of ${id('drive', 2)}`],
    [
      'another group came in place of its own',
      { terms: { ...terms, weftDriveId: id('drive', 1) } },
      { weftDriveId: id('drive', 2) },
      `volume group of Weft drive ${id('drive', 2)} instead of ${id('drive', 1)}`,
    ],
  ])('refuses the order when %s', (_, change, more, words) => {
    expect(wipe(change, more)).toMatchObject({
      steps: [],
      status: { state: 'refused', reason: { code: 'wipe-other-drive', message: expect.stringContaining(words) } },
    });
  });

  it('waits for a missing drive while its order is valid', () => {
    expect(wipe({}, {}, { slow: slowWith([], [], { group: false }) })).toMatchObject({
      steps: [],
      status: { state: 'waiting', reason: { code: 'drive-missing' } },
    });
  });

  it('removes the volume group of a released drive before it wipes the drive', () => {
    const own = { ...order, terms: { ...terms, weftDriveId: id('drive', 1) } };
    const released = { ...assigned, desired: 'released' as const, wipe: own };
    expect(operations(planDrive(released, at(slowWith([drive({ weftDriveId: id('drive', 1) })], []))))).toEqual(['remove-volume-group']);
  });

  it('wipes a drive without a volume group before it is put in service', () => {
    expect(operations(planDrive({ ...assigned, wipe: order }, at(slowWith([drive()], [], { group: false }))))).toEqual(['wipe-drive']);
  });

  it('destroys the volume group of a moved drive only when the order names it (S1)', () => {
    const moved = { weftDriveId: id('drive', 2) };
    expect(wipe({ terms: { ...terms, ...moved } }, moved).steps).toMatchObject([
      { operation: { op: 'wipe-drive', foreignGroup: `weft-${id('drive', 2)}` } },
    ]);
    for (const weftDriveId of [null, id('drive', 1), id('drive', 3)])
      expect(wipe({ terms: { ...terms, weftDriveId } }, moved)).toMatchObject({
        steps: [],
        status: { state: 'refused', reason: { code: 'wipe-other-drive' } },
      });
  });
});
