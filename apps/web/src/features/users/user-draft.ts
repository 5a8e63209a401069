import { MIN_PASSWORD_CHARACTERS, type Role, type UserUpdate } from '@weft/shared/kinds/user';
import type { User } from '../../api/types.js';
import { nameError } from '../../forms/name-error.js';

/** Content of the form: for an existing user or, with a name, for a new one. */
export interface UserDraft {
  name: string;
  role: Role;
  password: string;
  /** Applies only together with a password. */
  mustChangePassword: boolean;
  disabled: boolean;
}

export const draftOf = (user: User | null): UserDraft => ({
  name: user?.name ?? '',
  role: user?.role ?? 'viewer',
  password: '',
  mustChangePassword: true,
  disabled: user?.disabled ?? false,
});

/** An empty password is not an error yet. */
export const isTooShort = (password: string): boolean => password !== '' && password.length < MIN_PASSWORD_CHARACTERS;

export const changeOf = (user: User, { role, password, mustChangePassword, disabled }: UserDraft): UserUpdate => ({
  ...(role === user.role ? {} : { role }),
  ...(password === '' ? {} : { password, mustChangePassword }),
  ...(disabled === user.disabled ? {} : { disabled }),
});

/** Why the draft cannot be sent yet, or null. */
export function refusedDraft(user: User | null, draft: UserDraft): string | null {
  if (user) {
    if (isTooShort(draft.password)) return 'The password must have at least 12 characters.';
    return Object.keys(changeOf(user, draft)).length === 0 ? 'Nothing is changed yet.' : null;
  }
  if (draft.name === '') return 'Give it a name first.';
  const isPassword = draft.password !== '' && !isTooShort(draft.password);
  return nameError(draft.name) ?? (isPassword ? null : 'Give it a password of at least 12 characters first.');
}
