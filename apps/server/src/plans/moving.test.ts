import { messageOf, textOfMessage, withText } from '@weft/shared/text/rendering/render';
import { expect, test } from 'vitest';
import type { CandidateDrive } from '../domain/placement/candidates.js';
import type { PlannedMove } from '../domain/repair/eviction-plan.js';
import { leg, volume } from '../domain/world/worlds.fixture.js';
import { movesOf } from './moving.js';

const drive: CandidateDrive = {
  driveId: 'spare',
  serial: 'S-spare',
  nodeId: 't3',
  nodeName: 't3',
  failureDomain: 't3',
  numaNode: 0,
  freeBytes: 1,
  capacityBytes: 1,
};
const planned = (name: string, legs = 2, to: CandidateDrive | null = drive): PlannedMove => {
  const of = volume({ _id: name, name, legs: Array.from({ length: legs }, (_, index) => leg(index, index % 2 === 0 ? 't1' : 't2')) });
  const moved = of.legs[1] ?? expect.fail('no second leg');
  const what = { volume: { id: name, name }, protection: of.spec.protection, legId: moved.id, index: 1, sizeBytes: moved.spec.sizeBytes };
  const place = to && { drive: { id: to.driveId, serial: to.serial }, node: { id: to.nodeId, name: to.nodeName } };
  return { volume: of, leg: moved, drive: to, move: { ...what, to: place, ...withText(messageOf('leg-without-place', { legIndex: 1 })) } };
};
const names = (moves: readonly PlannedMove[], bound = { moves: 2, legs: 8 }) => movesOf(moves, bound).told.map((each) => each.volume.name);

test('explains only the first moves, and counts and names the rest', () => {
  const moves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => planned(name));
  const { told, notes } = movesOf(moves, { moves: 2, legs: 8 });
  expect(told.map(({ volume: { name } }) => name)).toEqual(['a', 'b']);
  expect(notes.map(textOfMessage)).toEqual([
    'Not worked out here: 5 more legs, of c, d, e, f and 1 more volumes. They move by the same steps.',
  ]);
});

test('limits the moves by their number of legs, but always explains the first', () => {
  expect(names([planned('a', 6), planned('b', 6)])).toEqual(['a']);
  expect(names([planned('a', 20), planned('b')])).toEqual(['a']);
  expect(names([planned('a', 4), planned('b', 4)])).toEqual(['a', 'b']);
});

test('groups the moves of two legs of one volume', () => {
  const [first, second] = [planned('a', 4), planned('a', 4)];
  expect(movesOf([first, second], { moves: 2, legs: 8 }).told.map(({ legs }) => legs.length)).toEqual([2]);
  const cut = movesOf([first, second], { moves: 1, legs: 8 });
  expect(cut.told.map(({ legs }) => legs.length)).toEqual([1]);
  expect(cut.notes.map(textOfMessage)).toEqual(['Not worked out here: 1 more leg, of a. They move by the same steps.']);
});

test('notes what a leg without a target drive needs, and shows no commands', () => {
  const { told, notes } = movesOf([planned('a', 2, null)], { moves: 2, legs: 8 });
  expect(told).toEqual([]);
  expect(notes.map(textOfMessage)).toEqual(['a: leg 1 finds no place. The plan lists no commands for it.']);
});
