import { volumeGroupCreateSchema } from '@weft/shared/kinds/access/volume-group';
import type { VolumeVerb } from '@weft/shared/kinds/access/volume-reach';
import { z } from 'zod';
import type { User, VolumeGroup } from '../../api/types.js';
import { linesText } from '../../forms/fields-schema.js';
import { matchersText, readMatcher } from '../alerts/matchers-text.js';

const { name, selector, memberIds } = volumeGroupCreateSchema.shape;

/** What a group lets its members do, as one choice. */
export const rightsChoices = [
  { value: 'see', label: 'see' },
  { value: 'see attach', label: 'see and attach' },
  { value: 'see change', label: 'see and change' },
  { value: 'see attach change', label: 'see, attach and change' },
];
const rightsText = z.string().transform((text) => text.split(' ') as VolumeVerb[]);

/** Fields of the form. Members are names of users. */
export function volumeGroupSchemaOf(users: readonly Pick<User, 'id' | 'name'>[]) {
  const readUser = (line: string): string => {
    const found = users.find((user) => user.name === line || user.id === line);
    if (!found) throw new RangeError(`There is no user “${line}”.`);
    return found.id;
  };
  const changeable = {
    description: z.string(),
    selector: linesText(selector, readMatcher),
    verbs: rightsText,
    memberIds: linesText(memberIds.unwrap(), readUser),
  };
  return {
    create: z.object({ name, ...changeable }),
    change: z.object({ name: z.string(), ...changeable }).transform(({ name: _, ...group }) => group),
  };
}
export type VolumeGroupForm = z.input<ReturnType<typeof volumeGroupSchemaOf>['create']>;

export const volumeGroupFormOf = (group: VolumeGroup | null): VolumeGroupForm => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  selector: matchersText(group?.selector ?? []),
  verbs: group ? (['see', 'attach', 'change'] as const).filter((verb) => verb === 'see' || group.verbs.includes(verb)).join(' ') : 'see',
  memberIds: (group?.members ?? []).map((member) => member.name).join('\n'),
});
