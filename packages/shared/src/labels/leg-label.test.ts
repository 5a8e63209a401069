import { expect, test } from 'vitest';
import { isLabelTag, type LegLabel, labelOfTags, labelTags, legLabelsSchema } from './leg-label.js';

const id = 'eeeeeeee-0000-4000-8000-000000000001';
const label: LegLabel = {
  ...{ volume: 'orders', protection: 'raid10', class: id, 'class-name': 'fast', size: 2 ** 40, stripe: 65_536, width: 2, domain: 'rack' },
  ...{ 'rebuild-delay': 600, 'rebuild-priority': 'normal', epoch: 3, array: id, 'data-offset': 8_388_608 },
  ...{ legs: 4, index: 1, role: 'member', data: 2 ** 39, place: 'r1' },
};

test('reads from tags what it wrote, whatever other tags and whatever order', () => {
  const tags = ['weft.leg', `weft.volume.${id}`, ...labelTags(label).reverse(), 'weft.wiped'];
  expect(labelOfTags(tags)).toEqual(label);
  expect(tags.filter(isLabelTag)).toHaveLength(Object.keys(label).length);
  expect(legLabelsSchema.safeParse({ legs: [{ legId: id, tags: labelTags(label) }] }).error).toBeUndefined();
});

test('leaves out what LVM does not allow in a tag', () => {
  const tags = labelTags({ ...label, place: 'row 1, räck' });
  expect(tags.some((tag) => tag.includes('place'))).toBe(false);
  expect(labelOfTags(tags)).toEqual({ ...label, place: undefined });
});

test.for([
  ['no label', () => []],
  ['a label without its index', (tags: string[]) => tags.filter((tag) => !tag.startsWith('weft.is.index'))],
  ['a protection that is none', (tags: string[]) => tags.map((tag) => tag.replace('raid10', 'raid6'))],
  ['a size that is no number', (tags: string[]) => tags.map((tag) => tag.replace(/^weft\.is\.size=.*/, 'weft.is.size=-1'))],
] as const)('reads nothing from %s', ([, change]) => {
  expect(labelOfTags(change(labelTags(label)))).toBeNull();
});

test.for(['weft.wiped', 'weft.is.index=$(reboot)', 'weft.is.index=1 --force', 'weft.is.=1', `weft.is.place=${'x'.repeat(300)}`])(
  'refuses the tag %s from a server',
  (tag) => {
    expect(legLabelsSchema.safeParse({ legs: [{ legId: id, tags: [tag] }] }).success).toBe(false);
  },
);
