import { NativeSelect, PasswordInput } from '@mantine/core';
import { passwordSchema, type Role, roles } from '@weft/shared/kinds/user';
import { roleWords } from './role-words.js';

export const isPassword = (text: string): boolean => passwordSchema.safeParse(text).success;

interface RoleProps {
  role: Role;
  error: string | null;
  onRole: (role: Role) => void;
}

export const RoleField = ({ role, error, onRole }: RoleProps) => (
  <NativeSelect
    label="Role"
    description={`May ${roleWords[role]}.`}
    data={[...roles]}
    value={role}
    error={error}
    onChange={(event) => onRole(event.currentTarget.value as Role)}
  />
);

interface PasswordProps {
  label: string;
  description: string;
  password: string;
  error: string | null;
  onPassword: (password: string) => void;
}

export const NewPasswordField = ({ label, description, password, error, onPassword }: PasswordProps) => (
  <PasswordInput
    label={label}
    description={description}
    autoComplete="new-password"
    value={password}
    error={password !== '' && !isPassword(password) ? 'It must have at least 12 characters.' : error}
    onChange={(event) => onPassword(event.currentTarget.value)}
  />
);
