import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Role } from '@weft/shared/kinds/user';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { fieldError, problemOf } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import { nameError } from '../../forms/name-error.js';
import { ActionButton } from '../../ui/action-button.js';
import { ProblemView } from '../../ui/problem-view.js';
import { isPassword, NewPasswordField, RoleField } from './user-fields.js';

export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [password, setPassword] = useState('');
  const create = api.useMutation('post', '/api/v1/users', {
    meta: { inline: true },
    onSuccess: () => {
      client.invalidateQueries({ queryKey: queryKeys.users });
      onClose();
    },
  });
  const refused =
    name === ''
      ? 'Give it a name first.'
      : (nameError(name) ?? (isPassword(password) ? null : 'Give it a password of at least 12 characters first.'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === null) create.mutate({ body: { name, role, password } });
  };
  const isAtField = problemOf(create.error)?.field !== undefined;
  return (
    <Modal opened onClose={onClose} title="New user" size="md">
      <form className="stack" onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="a-z, 0-9 and “-”; it never changes."
          autoComplete="off"
          data-autofocus
          value={name}
          error={nameError(name) ?? fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RoleField role={role} error={fieldError(create.error, 'role')} onRole={setRole} />
        <NewPasswordField
          label="Password"
          description="At least 12 characters. Whoever gets it can change it in the settings."
          password={password}
          error={fieldError(create.error, 'password')}
          onPassword={setPassword}
        />
        {create.error && !isAtField ? <ProblemView error={create.error} /> : null}
        <div className="row">
          <ActionButton type="submit" variant="filled" loading={create.isPending} refusedBecause={refused}>
            Create the user
          </ActionButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
