import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { DriveClass } from '../../api/types.js';
import { labelsText, parseLabels } from '../../forms/labels-text.js';
import { exactSize, parseSize } from '../../forms/size-text.js';

/** Content of the form: texts as typed. */
export interface ClassForm {
  name: string;
  description: string;
  by: 'selector' | 'list';
  models: string;
  minSize: string;
  maxSize: string;
  nodeLabels: string;
  nodeIds: string[];
  driveIds: string[];
}

export const emptyClassForm: ClassForm = {
  name: '',
  description: '',
  by: 'selector',
  models: '',
  minSize: '',
  maxSize: '',
  nodeLabels: '',
  nodeIds: [],
  driveIds: [],
};

/** An existing class as form texts. */
export function formOf({ name, description, members }: Pick<DriveClass, 'name' | 'description' | 'members'>): ClassForm {
  const form = { ...emptyClassForm, name, description };
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

type Errors = Partial<Record<keyof ClassForm, string>>;

const sizeOf = (text: string) => (text.trim() === '' ? null : parseSize(text));

/** The members that the form describes, or errors by field. */
export function membersOf(form: ClassForm): { members: DriveClassMembers | null; errors: Errors } {
  if (form.by === 'list') return { members: form.driveIds.length > 0 ? { by: 'list', driveIds: form.driveIds } : null, errors: {} };
  const [least, most, labels] = [sizeOf(form.minSize), sizeOf(form.maxSize), parseLabels(form.nodeLabels)];
  const errors: Errors = {};
  if (least?.ok === false) errors.minSize = least.why;
  if (most?.ok === false) errors.maxSize = most.why;
  if (!labels.ok) errors.nodeLabels = labels.why;
  if (Object.keys(errors).length > 0) return { members: null, errors };
  const models = form.models
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const selector = {
    ...(models.length > 0 ? { models } : {}),
    ...(least?.ok ? { minSizeBytes: least.bytes } : {}),
    ...(most?.ok ? { maxSizeBytes: most.bytes } : {}),
    ...(form.nodeIds.length > 0 ? { nodeIds: form.nodeIds } : {}),
    ...(labels.ok && Object.keys(labels.labels).length > 0 ? { nodeLabels: labels.labels } : {}),
  };
  return { members: { by: 'selector', selector }, errors };
}

/** Fields that differ from the class. */
export const changeOfClass = (
  base: Pick<DriveClass, 'name' | 'description' | 'members'>,
  description: string,
  members: DriveClassMembers,
): { description?: string; members?: DriveClassMembers } => ({
  ...(description === base.description ? {} : { description }),
  // Compares both in the form's own order: the server may store the fields in another order.
  ...(JSON.stringify(members) === JSON.stringify(membersOf(formOf(base)).members) ? {} : { members }),
});
