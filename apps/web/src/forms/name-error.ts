import { nameSchema } from '@weft/shared/identity';

/** The error in a name, or null; an empty name is not an error yet. */
export function nameError(name: string): string | null {
  if (name === '') return null;
  const checked = nameSchema.safeParse(name);
  return checked.success ? null : `It ${checked.error.issues[0]?.message}.`;
}
