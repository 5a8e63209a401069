import { expect, test } from 'vitest';
import type { DriveClass } from '../../api/types.js';
import { changeOfClass, formOf, membersOf } from './class-form.js';

const classOf = (members: DriveClass['members']) => ({ name: 'fast', description: 'd', members });
const selector = {
  models: ['A 1', 'B'],
  minSizeBytes: 2_400_000_000_001,
  maxSizeBytes: 2 ** 42,
  nodeIds: ['n'],
  nodeLabels: { rack: 'r1' },
};

test.each([
  { by: 'selector' as const, selector },
  { by: 'selector' as const, selector: {} },
  { by: 'list' as const, driveIds: ['b', 'a'] },
])('reads an unchanged form of %j as the same members, with nothing to send', (members) => {
  const driveClass = classOf(members);
  const read = membersOf(formOf(driveClass));
  expect(read).toEqual({ members, errors: {} });
  expect(changeOfClass(driveClass, 'd', members)).toEqual({});
});

test('sends all members when one field changes, and a changed description', () => {
  const driveClass = classOf({ by: 'selector', selector });
  const { members } = membersOf({ ...formOf(driveClass), models: '' });
  if (!members) throw new Error('a form without models is whole');
  const { models: _, ...rest } = selector;
  expect(changeOfClass(driveClass, '', members)).toEqual({ description: '', members: { by: 'selector', selector: rest } });
});
