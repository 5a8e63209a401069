import { driveSelectorSchema } from '@weft/shared/kinds/drive';
import { type DriveClassMembers, driveClassMembersSchema, driveClassSpecSchema } from '@weft/shared/kinds/drive-class';
import { DEFAULT_OVER_PROVISIONING } from '@weft/shared/thin/thin-volume';
import { z } from 'zod';
import type { DriveClass } from '../../api/types.js';
import { labelsField, listText, numberText, sizeText } from '../../forms/fields-schema.js';
import { labelsText } from '../../forms/labels-text.js';
import { type RequiredFields, readForm } from '../../forms/read-form.js';
import { exactSize } from '../../forms/size-text.js';

const { models, minSizeBytes, maxSizeBytes, nodeIds } = driveSelectorSchema.shape;
const { driveIds } = driveClassMembersSchema.options[0].shape;
const ABSENT = { is: undefined };

const fields = {
  name: driveClassSpecSchema.shape.name,
  description: driveClassSpecSchema.shape.description.unwrap(),
  overProvisioningRatio: numberText(driveClassSpecSchema.shape.overProvisioningRatio.unwrap()),
};
const bySelector = z.object({
  ...fields,
  by: z.literal('selector'),
  models: listText(models, ',', ABSENT),
  minSize: sizeText(minSizeBytes, ABSENT),
  maxSize: sizeText(maxSizeBytes, ABSENT),
  nodeLabels: labelsField,
  nodeIds: nodeIds.unwrap(),
  driveIds: z.array(z.string()),
});
const hidden = z.string();
/** The fields of a selector are hidden: what they hold does not count. */
const byList = z.object({
  ...fields,
  by: z.literal('list'),
  models: hidden,
  minSize: hidden,
  maxSize: hidden,
  nodeLabels: hidden,
  nodeIds: z.array(hidden),
  driveIds,
});

/** Content of the form: texts as typed. */
export type ClassForm = Omit<z.input<typeof bySelector>, 'by'> & { by: DriveClassMembers['by'] };

function selectorOf({ models, minSize, maxSize, nodeIds, nodeLabels }: z.output<typeof bySelector>): z.input<typeof driveSelectorSchema> {
  return {
    ...(models === undefined ? {} : { models }),
    ...(minSize === undefined ? {} : { minSizeBytes: minSize }),
    ...(maxSize === undefined ? {} : { maxSizeBytes: maxSize }),
    ...(nodeIds.length > 0 ? { nodeIds } : {}),
    ...(Object.keys(nodeLabels).length > 0 ? { nodeLabels } : {}),
  };
}

export const classSchema = z.discriminatedUnion('by', [bySelector, byList]).transform((form) => ({
  name: form.name,
  description: form.description,
  overProvisioningRatio: form.overProvisioningRatio,
  members: (form.by === 'list'
    ? { by: 'list', driveIds: form.driveIds }
    : { by: 'selector', selector: selectorOf(form) }) as DriveClassMembers,
}));

/** Fields of the form by their paths in the request. */
export const classFieldNames = {
  'members.driveIds': 'driveIds',
  'members.selector.models': 'models',
  'members.selector.minSizeBytes': 'minSize',
  'members.selector.maxSizeBytes': 'maxSize',
  'members.selector.nodeIds': 'nodeIds',
  'members.selector.nodeLabels': 'nodeLabels',
} as const;

export const emptyClassForm: ClassForm = {
  name: '',
  description: '',
  overProvisioningRatio: String(DEFAULT_OVER_PROVISIONING),
  by: 'selector',
  models: '',
  minSize: '',
  maxSize: '',
  nodeLabels: '',
  nodeIds: [],
  driveIds: [],
};
export const requiredOfClass = ({ by }: ClassForm): RequiredFields<ClassForm> => ({
  name: 'enter a name',
  ...(by === 'list' ? { driveIds: 'choose drives' } : {}),
});

/** Drives of a form that may have no name yet; null while a field is missing or wrong. */
export const membersOf = (form: ClassForm): DriveClassMembers | null =>
  readForm(classSchema, { ...form, name: 'x' }, requiredOfClass).body?.members ?? null;

type Kept = Pick<DriveClass, 'name' | 'description' | 'members' | 'overProvisioningRatio'>;
/** An existing class as form texts. */
export function formOf({ name, description, members, overProvisioningRatio }: Kept): ClassForm {
  const form = { ...emptyClassForm, name, description, overProvisioningRatio: String(overProvisioningRatio) };
  if (members.by === 'list') return { ...form, by: 'list', driveIds: [...members.driveIds] };
  const { models, minSizeBytes, maxSizeBytes, nodeIds, nodeLabels } = members.selector;
  return {
    ...form,
    models: models?.join(', ') ?? '',
    minSize: minSizeBytes === undefined ? '' : exactSize(minSizeBytes),
    maxSize: maxSizeBytes === undefined ? '' : exactSize(maxSizeBytes),
    nodeLabels: labelsText(nodeLabels ?? {}),
    nodeIds: [...(nodeIds ?? [])],
  };
}
