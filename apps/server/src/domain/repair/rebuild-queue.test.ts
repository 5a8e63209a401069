import type { RebuildPriority } from '@weft/shared/kinds/volume';
import { volumeRef } from '@weft/shared/text/references';
import { messageOf, rendered, said } from '@weft/shared/text/rendering/render';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { before, type InLine, inOrder, withPlace, yielding } from './rebuild-queue.js';

const waiter = (_id: string, rebuildPriority: RebuildPriority, sinceMs: number, waitsFor: string[] = ['t1']): InLine => ({
  _id,
  name: _id,
  spec: { rebuildPriority },
  status: { repairTurn: { since: new Date(sinceMs), waitsFor } },
});
const names = (line: InLine[]) => line.map(({ name }) => name);
const copies = [messageOf('leg-of-volume', { legIndex: 0, volume: volumeRef('v', 'db') })];
const wait = said('leg-waits-for-copies', { legIndex: 1, copies, drives: 2, mostPerNode: 2, mostPerDrive: 1 }, 'copies-running');

test('inOrder puts the higher priority first, then the longest wait', () => {
  const line = [waiter('late', 'normal', 9), waiter('low', 'low', 0), waiter('early', 'normal', 1), waiter('high', 'high', 99)];
  expect(names([...line].sort(inOrder))).toEqual(['high', 'early', 'late', 'low']);
});

test('withPlace counts only volumes ahead that wait for the same drives or nodes', () => {
  const own = waiter('own', 'normal', 5, ['t1', 'd7']);
  const line = [own, waiter('a', 'high', 9), waiter('b', 'normal', 1, ['d7']), waiter('c', 'high', 0, ['t2']), waiter('d', 'low', 0)];
  expect(names(before(own, line))).toEqual(['a', 'b']);
  expect(withPlace(wait, own, line).message).toBe(`${wait.message}; 3rd in line, priority normal`);
  expect(withPlace(wait, own, line)).toMatchObject({
    code: 'leg-waits-for-copies',
    params: { ...wait.params, place: 3, priority: 'normal' },
  });
  const { code = '', params } = withPlace(wait, own, line);
  expect(rendered({ code, params })).not.toBeNull();
  expect(withPlace(wait, own, []).message).toMatch(/; 1st in line/);
  const eleventh = Array.from({ length: 10 }, (_, at) => waiter(`x${at}`, 'high', at));
  expect(withPlace(wait, own, eleventh).message).toMatch(/; 11th in line/);
});

test('before is in queue order, and leaves out the volume itself', () => {
  const own = waiter('own', 'normal', 5);
  const older = { ...own, status: { repairTurn: { since: new Date(1), waitsFor: ['t1'] } } };
  const line = [
    waiter('b', 'normal', 1),
    waiter('a', 'normal', 1),
    older,
    waiter('c', 'high', 9, ['t9', 't1']),
    waiter('d', 'high', 0, []),
  ];
  expect(names(before(own, line))).toEqual(['c', 'a', 'b']);
});

test('withPlace names each place as an ordinal number', () => {
  const placed = (ahead: number) => {
    const line = Array.from({ length: ahead }, (_, at) => waiter(`x${at}`, 'high', at));
    return /; (\w+) in line/.exec(withPlace(wait, waiter('own', 'normal', 0), line).message)?.[1];
  };
  expect([1, 2, 3, 9, 12, 13, 20, 21, 22, 110].map(placed)).toEqual([
    '2nd',
    '3rd',
    '4th',
    '10th',
    '13th',
    '14th',
    '21st',
    '22nd',
    '23rd',
    '111th',
  ]);
});

test('yielding names the volume that goes first', () => {
  const message = 'leg 1 waits for its turn: urgent (priority high) goes first on what both need';
  expect(yielding(1, waiter('urgent', 'high', 0))).toMatchObject({ reason: 'copies-running', message, waitingFor: 'the repair of urgent' });
});

test('before leaves some volume of any queue with none ahead of it, so no queue deadlocks', () => {
  const one = fc.record({
    priority: fc.constantFrom<RebuildPriority>('low', 'normal', 'high'),
    since: fc.integer({ min: 0, max: 3 }),
    waitsFor: fc.subarray(['t1', 't2', 'd1', 'd2'], { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 12 }), (found) => {
      const line = found.map(({ priority, since, waitsFor }, at) => waiter(`v${at}`, priority, since, waitsFor));
      expect(line.some((each) => before(each, line).length === 0)).toBe(true);
      for (const each of line) for (const other of before(each, line)) expect(names(before(other, line))).not.toContain(each.name);
    }),
  );
});
