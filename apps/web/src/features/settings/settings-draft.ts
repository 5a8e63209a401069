import type { Settings } from '../../api/types.js';
import { type SettingField, settingFields } from './settings-fields.js';

/*
 * given a change by somebody else while somebody edits, then what only they changed is taken over
 * given a field that both changed, then both are shown, and whoever edits chooses
 */

/** Texts of all fields, by name. */
export type Draft = Readonly<Record<string, string>>;

export const draftOf = (settings: Settings): Draft => Object.fromEntries(settingFields.map(({ name, read }) => [name, read(settings)]));

export const isChanged = (field: SettingField, base: Settings, draft: Draft): boolean => draft[field.name] !== field.read(base);

/** What the draft is on newer settings, and what they say of fields that it changed too. */
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

/** The body of the change, and what of it cannot be read. */
export function changeOf(base: Settings, draft: Draft): { body: Record<string, unknown>; errors: Draft } {
  let body: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of settingFields) {
    if (!isChanged(field, base, draft)) continue;
    try {
      // Several fields may be of one object: each is written into what those before made of it.
      body = { ...body, ...field.write(draft[field.name] ?? '', { ...base, ...body } as Settings) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      errors[field.name] = error.message;
    }
  }
  return { body, errors };
}

/** Whether an error about `path` is about this field: `storageNetworks.0.cidrs.1` is about `storageNetworks`. */
export const isAbout = ({ name }: SettingField, path: string | undefined): boolean =>
  path === name || path?.startsWith(`${name}.`) === true;
