import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assignment } from '@weft/shared/messages/assignment';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../log/log.js';
import { assignmentFor, contentFor, id, silent } from '../testing/example-cluster.js';
import { Ledger } from './ledger.js';

const self = { nodeId: id('node', 1), clusterId: id('cluster', 1) };
const owner = { ...self, machine: { machineId: 'm1', productUuid: 'p1' } };
const content = contentFor(1, { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' });
const [A, B] = ['11111111-0000-4000-8000-00000000000a', '11111111-0000-4000-8000-00000000000b'];
const of = (historyId: string | null, generation: number, more: Partial<Assignment> = {}): Assignment => ({
  ...assignmentFor(1, generation, content),
  historyId,
  known: [{ historyId, generation: generation - 1, hash: String(generation - 1) }],
  ...more,
});
const codes = (ledger: Ledger) => ledger.problems.map(({ code }) => code);
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weft-ledger-'));
  return () => rm(dir, { recursive: true, force: true });
});

describe('Ledger opened read-only', () => {
  it('leaves damaged files in place, and stores nothing', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    for (const name of ['assignment.json', 'facts.json']) await truncate(join(dir, name), 10);
    const ledger = await Ledger.open(dir, silent, { readOnly: true, owner });
    expect([codes(ledger), ledger.facts.lost]).toEqual([['assignment-damaged', 'facts-damaged'], true]);
    expect((await readdir(dir)).sort()).toEqual(['assignment.json', 'facts.json']);
  });

  it('leaves files of another node in place', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    const ledger = await Ledger.open(dir, silent, { readOnly: true, owner: { ...owner, nodeId: id('node', 2) } });
    expect(codes(ledger)).toEqual(['ledger-foreign']);
    expect(ledger.problems[0]?.message).not.toContain('kept as');
    expect((await readdir(dir)).sort()).toEqual(['assignment.json', 'facts.json']);
  });

  it('writes nothing into an empty folder', async () => {
    await Ledger.open(dir, silent, { readOnly: true, owner });
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('Ledger with lost facts', () => {
  it('reports damage at the first start and the loss at later ones, under one loss id', async () => {
    await (await Ledger.open(dir, silent)).accept(of(A, 7), self);
    await writeFile(join(dir, 'facts.json'), 'damaged');
    const first = await Ledger.open(dir, silent);
    expect([codes(first), first.facts.lossId]).toEqual([['facts-damaged'], expect.any(String)]);
    const second = await Ledger.open(dir, silent);
    expect([codes(second), second.facts.lossId]).toEqual([['ledger-lost'], first.facts.lossId]);
    expect((await Ledger.open(dir, silent, { owner })).facts.lossId).toBe(first.facts.lossId);
  });

  it('keeps the loss after an assignment that does not accept it', async () => {
    await writeFile(join(dir, 'facts.json'), 'damaged');
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(of(A, 7), self);
    expect([codes(ledger), ledger.facts.lost]).toEqual([['facts-damaged'], true]);
  });

  it('ends the loss when it is accepted with the generation that the ledger already has', async () => {
    await writeFile(join(dir, 'facts.json'), 'damaged');
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(of(A, 7), self);
    const { lossId } = ledger.facts;
    const [ordered, ...others] = content.drives;
    const drives = [{ ...(ordered ?? expect.fail()), driveId: id('drive', 8), wipe: null }, ordered ?? expect.fail(), ...others];
    expect(await ledger.accept(of(A, 7, { acceptedLossId: lossId, content: { ...content, drives } }), self)).toBeNull();
    expect([ledger.facts.lost, codes(ledger), ledger.assignment?.acceptedLossId]).toEqual([false, [], lossId]);
    expect(ledger.facts.doubtfulWipes).toEqual({});
  });

  it('assumes no loss without histories, nor on a node that never had an assignment', async () => {
    await (await Ledger.open(dir, silent)).accept(assignmentFor(1, 5, content), self);
    const again = await Ledger.open(dir, silent);
    expect(again.facts.lost).toBe(false);
    await again.accept({ ...assignmentFor(1, 6, content), acknowledged: true }, self);
    expect(again.facts.lost).toBe(false);
    const empty = join(dir, 'empty');
    for (let start = 0; start < 2; start++) {
      const ledger = await Ledger.open(empty, silent, { owner });
      expect([ledger.facts.lost, ledger.assignmentLost, ledger.problems]).toEqual([false, false, []]);
    }
  });

  it('refuses an acknowledged assignment while the loss cannot be stored', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    await mkdir(join(dir, 'facts.json.new'));
    expect(await ledger.accept(of(A, 7, { acknowledged: true }), self)).toContain('cannot store the facts');
    expect([ledger.assignment, ledger.facts.lost]).toEqual([undefined, false]);
    expect(await readdir(dir)).not.toContain('assignment.json');
  });

  it('assumes no loss when the node has its assignment, or lost only the assignment', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(of(A, 7), self);
    await ledger.accept(of(A, 8, { acknowledged: true }), self);
    expect(ledger.facts.lost).toBe(false);
    await rm(join(dir, 'assignment.json'));
    const again = await Ledger.open(dir, silent, { owner });
    expect(codes(again)).toEqual(['assignment-damaged']);
    await again.accept(of(A, 9, { acknowledged: true }), self);
    expect([again.facts.lost, codes(again)]).toEqual([false, []]);
  });
});

describe('Ledger files', () => {
  it('does not open when a file is unreadable for a reason other than damage', async () => {
    await mkdir(join(dir, 'assignment.json'));
    await expect(Ledger.open(dir, silent)).rejects.toThrow('EISDIR');
    expect(await readdir(dir)).toEqual(['assignment.json']);
  });

  it('reports a file of a later format as damaged', async () => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    const path = join(dir, 'assignment.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"format":1', '"format":2'));
    const ledger = await Ledger.open(dir, silent, { owner });
    expect([codes(ledger), ledger.problems[0]?.message]).toEqual([['assignment-damaged'], expect.stringContaining('format 2')]);
  });

  it('marks no open wipe order as doubtful while nothing was lost (S1)', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    const wipe = { orderId: id('order', 1), serial: 'S1', terms: null };
    const drives = content.drives.map((drive) => ({ ...drive, wipe }));
    await ledger.accept(of(A, 7, { content: { ...content, drives } }), self);
    expect(ledger.facts.doubtfulWipes).toEqual({});
  });
});

describe('Ledger of another node or cluster', () => {
  it.each([
    ['node', { nodeId: id('node', 2) }],
    ['cluster', { clusterId: id('cluster', 2) }],
  ])('sets its files aside when only the %s differs (S14)', async (_, other) => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    const ledger = await Ledger.open(dir, silent, { owner: { ...owner, ...other } });
    expect([codes(ledger), ledger.assignment]).toEqual([['ledger-foreign'], undefined]);
    expect(ledger.problems[0]?.message).toContain(`kept as ${join(dir, 'assignment.json.foreign')}, ${join(dir, 'facts.json.foreign')}`);
    expect(ledger.facts.binding).toMatchObject({ ...self, ...other, historyId: null });
  });

  it.each(['assignment.json', 'facts.json'])('detects foreign files by the other file when %s is missing', async (name) => {
    await (await Ledger.open(dir, silent, { owner })).accept(of(A, 7), self);
    await rm(join(dir, name));
    const ledger = await Ledger.open(dir, silent, { owner: { ...owner, nodeId: id('node', 2) } });
    expect([codes(ledger), ledger.facts.lost, ledger.assignment]).toEqual([['ledger-foreign'], false, undefined]);
    const other = name === 'facts.json' ? 'assignment.json' : 'facts.json';
    expect(ledger.problems[0]?.message).toContain(`kept as ${join(dir, other)}.foreign;`);
  });
});

describe('Ledger problems', () => {
  it('reports the doubt of the server until the server withdraws it, and logs it once', async () => {
    const logged: string[] = [];
    const log: Log = (_, message) => logged.push(message);
    const ledger = await Ledger.open(dir, log, { owner });
    ledger.hearDoubt('restored');
    ledger.hearDoubt('restored');
    expect(ledger.problems).toEqual([{ code: 'history-unknown', params: { doubt: 'restored' }, message: 'restored' }]);
    ledger.hearDoubt('another one');
    expect(logged).toEqual(['restored', 'another one']);
    ledger.hearDoubt(null);
    expect(ledger.problems).toEqual([]);
  });

  it('distinguishes an older generation of its history from one of another history', async () => {
    const ledger = await Ledger.open(dir, silent, { owner });
    await ledger.accept(of(A, 7), self);
    expect(await ledger.accept(of(A, 6), self)).toBe('generation 6 is older than the stored 7');
    expect(ledger.problems).toEqual([]);
    expect(await ledger.accept(of(B, 6), self)).toContain(`history ${A}`);
    expect(await ledger.accept(of(B, 6, { known: [ledger.held] }), self)).toBeNull();
    expect(ledger.held).toEqual({ historyId: B, generation: 6, hash: '6' });
    expect((await Ledger.open(dir, silent, { owner })).facts.binding?.historyId).toBe(B);
  });

  it('applies new facts only once they are stored, and logs a failed write once', async () => {
    const logged: string[] = [];
    const ledger = await Ledger.open(dir, (_, message) => logged.push(message), { owner });
    await ledger.record([{ fact: 'detaching', attachmentId: id('attachment', 7) }]);
    await mkdir(join(dir, 'facts.json.new'));
    expect(await ledger.accept(of(A, 7), self)).toBeNull();
    expect(logged).toHaveLength(1);
    expect([codes(ledger), ledger.facts.detaching]).toEqual([['ledger-unwritable'], { [id('attachment', 7)]: true }]);
    expect((await ledger.record([{ fact: 'leg-wiped', legId: id('leg', 1) }]))?.message).toContain('cannot store the facts');
    expect(logged).toHaveLength(1);
    await rm(join(dir, 'facts.json.new'), { recursive: true, force: true });
    expect(await ledger.record([{ fact: 'leg-wiped', legId: id('leg', 1) }])).toBeNull();
    expect(ledger.problems).toEqual([]);
  });
});
