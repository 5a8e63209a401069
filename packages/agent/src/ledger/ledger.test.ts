import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { assignmentFor, contentFor, exampleCluster, id, silent, turns } from '../testing/example-cluster.js';
import { Ledger } from './ledger.js';

const self = { nodeId: id('node', 1), clusterId: id('cluster', 1) };
const content = contentFor(1, { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' });
const assignment = (generation: number) => assignmentFor(1, generation, content);
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-ledger-'));
  return () => rm(dir, { recursive: true });
});

test('given an accepted assignment / when the agent starts again / then it is there, and an older one is refused', async () => {
  expect(await (await Ledger.open(dir, silent)).accept(assignment(5), self)).toBeNull();
  const ledger = await Ledger.open(dir, silent);
  expect(ledger.assignment).toEqual(assignment(5));
  expect(await ledger.accept(assignment(4), self)).toContain('older than the stored 5');
  expect(await ledger.accept(assignment(5), self)).toBeNull();
  expect(await ledger.accept({ ...assignment(5), hash: 'other' }, self)).toContain('other content');
});

test('given an assignment of another node or cluster / when it arrives / then it is refused', async () => {
  const ledger = await Ledger.open(dir, silent);
  expect(await ledger.accept(assignment(1), { ...self, nodeId: id('node', 2) })).toContain('this is node');
  expect(await ledger.accept(assignment(1), { ...self, clusterId: id('cluster', 2) })).toContain('belongs to cluster');
});

test.each([
  ['truncated', (path: string) => truncate(path, 300)],
  ['empty', (path: string) => truncate(path, 0)],
  ['edited', async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('"exported"', '"absent"'))],
])(
  'given the stored assignment is %s / when the agent starts / then it says so, keeps the file aside, and takes a fresh one',
  async (_, damage) => {
    await (await Ledger.open(dir, silent)).accept(assignment(5), self);
    await damage(join(dir, 'assignment.json'));
    const ledger = await Ledger.open(dir, silent);
    expect(ledger.assignment).toBeUndefined();
    expect(ledger.assignmentLost).toBe(true);
    expect(ledger.problems).toMatchObject([{ code: 'assignment-damaged' }]);
    expect(await readdir(dir)).toEqual(['assignment.json.damaged']);
    expect(await ledger.accept(assignment(5), self)).toBeNull();
    expect(ledger.problems).toEqual([]);
  },
);

test('given damaged facts / when the agent starts twice / then it still knows that they were lost', async () => {
  const first = await Ledger.open(dir, silent);
  await first.record([{ fact: 'leg-wiped', legId: id('leg', 1) }]);
  await truncate(join(dir, 'facts.json'), 10);
  expect((await Ledger.open(dir, silent)).facts).toMatchObject({ lost: true });
  expect((await Ledger.open(dir, silent)).facts).toMatchObject({ lost: true, wipedLegs: {} });
});

test('remembers that facts were lost when the disk was full at the first start after the damage', async () => {
  await writeFile(join(dir, 'facts.json'), 'damaged');
  // The disk is full: no new file can be written, a rename still works.
  await mkdir(join(dir, 'facts.json.new'));
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
  await rm(join(dir, 'facts.json.new'), { recursive: true, force: true });
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
  expect((await Ledger.open(dir, silent)).facts.lost).toBe(true);
});

test('given facts of several objects and an assignment that come at once / when all are stored / then none of them is lost, and the file is sound', async () => {
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

test('given an assignment is still being stored / when a newer one arrives / then the newer one is kept, whichever came first', async () => {
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

test('given the state folder cannot be written / when an assignment or a fact arrives / then it is refused in words and the old one stays', async () => {
  const ledger = await Ledger.open(dir, silent);
  await ledger.accept(assignment(1), self);
  await rm(dir, { recursive: true });
  await writeFile(dir, 'a file in its place');
  expect(await ledger.accept(assignment(2), self)).toContain('cannot store the assignment');
  expect(await ledger.record([{ fact: 'leg-wiped', legId: id('leg', 1) }])).toContain('cannot store the facts');
  expect(ledger.assignment?.generation).toBe(1);
  expect(ledger.facts.wipedLegs).toEqual({});
  expect(ledger.problems.map((problem) => problem.code)).toEqual(['ledger-unwritable', 'ledger-unwritable']);
});

test('given the stored assignment is damaged / when the loop turns / then nothing on the host is touched, and orphans are unknown rather than all', async () => {
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
