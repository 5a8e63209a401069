import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assignment } from '@weft/shared/messages/assignment';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { assignmentFor, contentFor, exampleCluster, id, silent, turns } from '../testing/example-cluster.js';
import { Ledger, OtherMachineError } from './ledger.js';

const self = { nodeId: id('node', 1), clusterId: id('cluster', 1) };
const content = contentFor(1, { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' });
const assignment = (generation: number) => assignmentFor(1, generation, content);
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-ledger-'));
  return () => rm(dir, { recursive: true });
});

test('restores an accepted assignment after a restart, and refuses an older one', async () => {
  expect(await (await Ledger.open(dir, silent)).accept(assignment(5), self)).toBeNull();
  const ledger = await Ledger.open(dir, silent);
  expect(ledger.assignment).toEqual(assignment(5));
  expect(await ledger.accept(assignment(4), self)).toContain('older than the stored 5');
  expect(await ledger.accept(assignment(5), self)).toBeNull();
  expect(await ledger.accept({ ...assignment(5), hash: 'other' }, self)).toContain('other content');
});

test('refuses an assignment of another node or cluster', async () => {
  const ledger = await Ledger.open(dir, silent);
  expect(await ledger.accept(assignment(1), { ...self, nodeId: id('node', 2) })).toContain('this is node');
  expect(await ledger.accept(assignment(1), { ...self, clusterId: id('cluster', 2) })).toContain('belongs to cluster');
});

test.each([
  ['truncated', (path: string) => truncate(path, 300)],
  ['empty', (path: string) => truncate(path, 0)],
  ['edited', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('"exported"', '"absent"'))],
])('reports a stored assignment that is %s, sets it aside, and accepts a new one', async (_, damage) => {
  await (await Ledger.open(dir, silent)).accept(assignment(5), self);
  await damage(join(dir, 'assignment.json'));
  const ledger = await Ledger.open(dir, silent);
  expect(ledger.assignment).toBeUndefined();
  expect(ledger.assignmentLost).toBe(true);
  expect(ledger.problems).toMatchObject([{ code: 'assignment-damaged' }]);
  expect(await readdir(dir)).toEqual(['assignment.json.damaged']);
  expect(await ledger.accept(assignment(5), self)).toBeNull();
  expect(ledger.problems).toEqual([]);
});

test('reports damaged facts as lost at every later start', async () => {
  const first = await Ledger.open(dir, silent);
  await first.record([{ fact: 'leg-wiped', legId: id('leg', 1) }]);
  await truncate(join(dir, 'facts.json'), 10);
  expect((await Ledger.open(dir, silent)).facts).toMatchObject({ lost: true });
  expect((await Ledger.open(dir, silent)).facts).toMatchObject({ lost: true, wipedLegs: {} });
});

test('keeps the loss of facts when the disk is full at the first start after the damage', async () => {
  await writeFile(join(dir, 'facts.json'), 'damaged');
  // The disk is full: no new file can be written, but a rename works.
  await mkdir(join(dir, 'facts.json.new'));
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
  await rm(join(dir, 'facts.json.new'), { recursive: true, force: true });
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
});

describe('Ledger of this node, machine and history (S14)', () => {
  const machine = { machineId: 'm1', productUuid: 'p1' };
  const owner = { ...self, machine };
  const A = '11111111-0000-4000-8000-00000000000a';
  const B = '11111111-0000-4000-8000-00000000000b';
  const of = (historyId: string | null, generation: number, more: Partial<Assignment> = {}): Assignment => ({
    ...assignment(generation),
    historyId,
    known: [{ historyId, generation: generation - 1, hash: String(generation - 1) }],
    ...more,
  });

  it('refuses a later generation from a database that does not know the stored one', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    expect(await ledger.accept(of(A, 7), self)).toBeNull();
    const restored = of(A, 9, { known: [{ historyId: A, generation: 5, hash: '5' }] });
    expect(await ledger.accept(restored, self)).toContain('does not know generation 7');
    expect([ledger.assignment?.generation, ledger.problems]).toMatchObject([7, [{ code: 'history-unknown' }]]);
    expect(await ledger.accept(of(A, 8), self)).toBeNull();
    expect(ledger.problems).toEqual([]);
  });

  it('refuses another history until that history knows the stored generation', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(of(A, 7), self);
    expect(await ledger.accept(of(B, 8), self)).toContain(`history ${A}`);
    expect(await ledger.accept(of(null, 8), self)).toContain('of history null');
    expect((await Ledger.open(dir, silent, { owner })).assignment).toEqual(of(A, 7));
    expect(await ledger.accept(of(B, 8, { known: [ledger.held] }), self)).toBeNull();
    expect(ledger.held).toEqual({ historyId: B, generation: 8, hash: '8' });
  });

  it('refuses another history when its assignment is missing or damaged', async () => {
    for (const lose of [(path: string) => rm(path), (path: string) => truncate(path, 20)]) {
      await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
      await lose(join(dir, 'assignment.json'));
      const ledger = await Ledger.open(dir, silent, { owner });
      expect([ledger.assignmentLost, ledger.held]).toEqual([true, { historyId: A, generation: 0, hash: '' }]);
      expect(await ledger.accept(of(B, 8), self)).toContain(`history ${A}`);
      expect(await ledger.accept(of(A, 8), self)).toBeNull();
      expect(ledger.facts.lost).toBe(false);
      await rm(join(dir, 'assignment.json'));
      await rm(join(dir, 'assignment.json.damaged'), { force: true });
      await rm(join(dir, 'facts.json'));
    }
  });

  it('adopts the first history that offers what it stored without a history', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(assignment(7), self);
    expect(await ledger.accept(of(A, 6), self)).toContain('generation 7');
    expect(await ledger.accept({ ...assignment(7), historyId: A }, self)).toBeNull();
    expect(ledger.held).toEqual({ historyId: A, generation: 7, hash: '7' });
  });

  it('ignores the files of another node and cluster, and sets them aside', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    const other = { nodeId: id('node', 2), clusterId: id('cluster', 2) };
    const ledger = await Ledger.open(dir, silent, { owner: { ...other, machine } });
    expect(ledger).toMatchObject({ assignment: undefined, facts: { lost: false }, problems: [{ code: 'ledger-foreign' }] });
    expect((await readdir(dir)).sort()).toEqual(['assignment.json.foreign', 'facts.json', 'facts.json.foreign']);
    expect(await ledger.accept({ ...of(B, 1, { known: [] }), ...other }, other)).toBeNull();
    expect(ledger.problems).toEqual([]);
  });

  it('does not open on another machine until newMachine confirms the node', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    const copy = { ...owner, machine: { machineId: 'm1', productUuid: 'p2' } };
    await expect(Ledger.open(dir, silent, { owner: copy })).rejects.toThrow('new-machine');
    await expect(Ledger.open(dir, silent, { owner: copy, readOnly: true })).rejects.toThrow(OtherMachineError);
    await Ledger.open(dir, silent, { owner: copy, newMachine: true });
    expect((await Ledger.open(dir, silent, { owner: copy })).assignment?.generation).toBe(7);
    await expect(Ledger.open(dir, silent, { owner: { ...owner, machine: { machineId: 'm2', productUuid: null } } })).rejects.toThrow('m2');
  });

  it('reports facts as lost when only their file is missing', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    await rm(join(dir, 'facts.json'));
    expect((await Ledger.open(dir, silent, { owner })).facts).toMatchObject({ lost: true, lossId: expect.any(String) });
  });

  it('reports facts as lost when nothing is stored after an earlier acknowledgement', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    expect(await ledger.accept(of(A, 7, { acknowledged: true }), self)).toBeNull();
    expect(ledger.facts.lost).toBe(true);
    expect(ledger.problems).toMatchObject([{ code: 'ledger-lost' }]);
  });

  it('ends only the accepted loss, and marks orders that were open then as doubtful', async () => {
    await writeFile(join(dir, 'facts.json'), 'damaged');
    const ledger = await Ledger.open(dir, silent, { owner });
    const { lossId } = ledger.facts;
    const wipe = { orderId: id('order', 1), serial: 'S1', terms: null };
    const wiping = { ...content, drives: content.drives.map((drive) => ({ ...drive, wipe })) };
    await ledger.accept(of(A, 7, { content: wiping, acceptedLossId: id('order', 9) }), self);
    expect(ledger.facts.lost).toBe(true);
    await ledger.accept(of(A, 8, { content: wiping, acceptedLossId: lossId }), self);
    expect(ledger.facts).toMatchObject({ lost: false, lossId: null, doubtfulWipes: { [wipe.orderId]: true } });
    expect([ledger.problems, (await Ledger.open(dir, silent, { owner })).facts.lost]).toEqual([[], false]);
  });
});

test('stores all facts and an assignment that arrive at once', async () => {
  const ledger = await Ledger.open(dir, silent);
  const orders = Array.from({ length: 12 }, (_, number) => id('order', number));
  const answers = await Promise.all([
    ...orders.map((orderId) => ledger.record([{ fact: 'wipe-order-done', orderId, serial: 'S' }])),
    ledger.record([{ fact: 'detaching', attachmentId: id('attachment', 7) }]),
    ledger.accept(assignment(1), self),
    ledger.record([{ fact: 'leg-wiped', legId: id('leg', 1) }]),
  ]);
  expect(answers.filter((answer) => answer !== null)).toEqual([]);
  const again = await Ledger.open(dir, silent);
  expect(again.problems).toEqual([]);
  for (const { facts } of [ledger, again]) {
    expect(Object.keys(facts.wipeOrders).sort()).toEqual(orders);
    expect([facts.wipedLegs, facts.detaching]).toEqual([{ [id('leg', 1)]: true }, {}]);
  }
});

test('keeps the newer of two assignments that arrive at once, in either order', async () => {
  for (const order of [
    [5, 6],
    [6, 5],
  ]) {
    const stateDir = join(dir, order.join('-'));
    const ledger = await Ledger.open(stateDir, silent);
    await Promise.all(order.map((generation) => ledger.accept(assignment(generation), self)));
    expect([ledger.assignment?.generation, (await Ledger.open(stateDir, silent)).assignment?.generation]).toEqual([6, 6]);
  }
});

test('refuses assignments and facts that it cannot store, and keeps the old ones', async () => {
  const ledger = await Ledger.open(dir, silent);
  await ledger.accept(assignment(1), self);
  await rm(dir, { recursive: true });
  await writeFile(dir, 'a file in its place');
  expect(await ledger.accept(assignment(2), self)).toContain('cannot store the assignment');
  expect((await ledger.record([{ fact: 'leg-wiped', legId: id('leg', 1) }]))?.message).toContain('cannot store the facts');
  expect(ledger.assignment?.generation).toBe(1);
  expect(ledger.facts.wipedLegs).toEqual({});
  expect(ledger.problems.map((problem) => problem.code)).toEqual(['ledger-unwritable', 'ledger-unwritable']);
});

test('changes nothing on the host with a damaged assignment, and reports orphans unknown', async () => {
  const { agents, targets } = await exampleCluster();
  const target = targets[0];
  if (!target) throw new Error('no target');
  await target.assign(content);
  await turns(agents);
  const before = target.host.performed.length;
  expect(before).toBeGreaterThan(0);
  await truncate(join(target.stateDir, 'assignment.json'), 100);
  await target.restart();
  await turns([target]);
  expect(target.host.performed).toHaveLength(before);
  expect(target.state).toMatchObject({ generation: 0, objects: [], orphans: null, problems: [{ code: 'assignment-damaged' }] });
});
