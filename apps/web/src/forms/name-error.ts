import { nameSchema } from '@weft/shared/identity';

/** What is wrong with a name, or null; an empty one is not wrong yet. */
export function nameError(name: string): string | null {
  if (name === '') return null;
  const checked = nameSchema.safeParse(name);
  return checked.success ? null : `It ${checked.error.issues[0]?.message}.`;
}
