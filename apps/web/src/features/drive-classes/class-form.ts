import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import { parseLabels } from '../../forms/labels-text.js';
import { parseSize } from '../../forms/size-text.js';

/** What the form holds: texts as typed. */
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

type Errors = Partial<Record<keyof ClassForm, string>>;

const sizeOf = (text: string) => (text.trim() === '' ? null : parseSize(text));

/** The members that a form means, or what is wrong with which field. */
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
