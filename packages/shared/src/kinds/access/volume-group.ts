import { z } from 'zod';
import { idSchema, lineSchema, nameSchema } from '../../identity.js';
import { matcherSchema } from '../alerting/alert.js';
import { objectFields, referenceSchema } from '../common.js';
import { volumeVerbs } from './volume-reach.js';

export const MAX_GROUP_MEMBERS = 1000;
const MOST_MATCHERS = 16;

/** Matches labels of a volume, with the grammar of silences and channels. */
export const volumeSelectorSchema = z.array(matcherSchema).min(1, 'must have a matcher').max(MOST_MATCHERS).meta({
  description: 'Volumes whose labels match all of these. The value of a label that a volume does not have is empty.',
});
export type VolumeSelector = z.infer<typeof volumeSelectorSchema>;

const verbsSchema = z
  .array(z.enum(volumeVerbs))
  .min(1)
  .max(volumeVerbs.length)
  .meta({ description: 'see is part of the others. attach: also detach. change: also create, delete, grow and relabel.' });
const membersSchema = z.array(idSchema).max(MAX_GROUP_MEMBERS).meta({ description: 'Users of the group.' });

const changeable = { description: lineSchema(256), selector: volumeSelectorSchema, verbs: verbsSchema, memberIds: membersSchema };

export const volumeGroupCreateSchema = z
  .strictObject({
    ...changeable,
    name: nameSchema,
    description: changeable.description.default(''),
    memberIds: membersSchema.default([]),
  })
  .meta({ id: 'VolumeGroupCreate' });
export type VolumeGroupCreate = z.infer<typeof volumeGroupCreateSchema>;
/** Has no defaults: an omitted field stays as it is. */
export const volumeGroupUpdateSchema = z.strictObject(changeable).partial().meta({ id: 'VolumeGroupUpdate' });
export type VolumeGroupUpdate = z.infer<typeof volumeGroupUpdateSchema>;

export const volumeGroupSchema = z
  .strictObject({
    ...objectFields,
    name: z.string(),
    description: z.string(),
    selector: volumeSelectorSchema,
    verbs: z.array(z.enum(volumeVerbs)),
    members: z.array(referenceSchema).meta({ description: 'Users. The group gives rights only to those whose role reaches groups.' }),
  })
  .meta({ id: 'VolumeGroup' });
export type VolumeGroup = z.infer<typeof volumeGroupSchema>;
