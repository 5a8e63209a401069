import type { Settings } from '../../api/types.js';
import { type SettingField, settingFields } from './settings-fields.js';

/*
 * When another user changes settings during an edit, the draft takes over the fields that only the other user changed.
 * For a field that both changed, the form shows both values, and the editing user chooses.
 */

/** Text of each field, by name. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (settings: Settings): Draft => Object.fromEntries(settingFields.map(({ name, read }) => [name, read(settings)]));

export const isChanged = (field: SettingField, base: Settings, draft: Draft): boolean => draft[field.name] !== field.read(base);

/** The draft on newer settings, and the newer values of the fields that the draft also changed. */
export function rebased(base: Settings, newer: Settings, draft: Draft): { draft: Draft; theirs: Draft } {
  const next: Record<string, string> = {};
  const theirs: Record<string, string> = {};
  for (const field of settingFields) {
    const mine = draft[field.name] ?? '';
    const now = field.read(newer);
    next[field.name] = isChanged(field, base, draft) ? mine : now;
    if (isChanged(field, base, draft) && now !== field.read(base) && now !== mine) theirs[field.name] = now;
  }
  return { draft: next, theirs };
}

/** The request body of the change, and an error for each field that cannot be parsed. */
export function changeOf(base: Settings, draft: Draft): { body: Record<string, unknown>; errors: Draft } {
  let body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of settingFields) {
    if (!isChanged(field, base, draft)) continue;
    try {
      // Several fields may belong to one object: each writes into the result of the previous ones.
      body = { ...body, ...field.write(draft[field.name] ?? '', { ...base, ...body } as Settings) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      errors[field.name] = error.message;
    }
  }
  return { body, errors };
}

/** Whether an error about `path` is about this field. Example: `storageNetworks.0.cidrs.1` is about `storageNetworks`. */
export const isAbout = ({ name }: SettingField, path: string | undefined): boolean =>
  path === name || path?.startsWith(`${name}.`) === true;
