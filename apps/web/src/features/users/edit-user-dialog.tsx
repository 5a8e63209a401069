import { Button, Checkbox, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { fieldError, problemOf } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { User } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { ProblemView } from '../../ui/problem-view.js';
import { isPassword, NewPasswordField, RoleField } from './user-fields.js';

/** Another role, a new password, whether it may log in. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState(user.role);
  const [password, setPassword] = useState('');
  const [disabled, setDisabled] = useState(user.disabled);
  const update = api.useMutation('patch', '/api/v1/users/{id}', {
    meta: { inline: true },
    onSuccess: () => {
      client.invalidateQueries({ queryKey: queryKeys.users });
      client.invalidateQueries({ queryKey: queryKeys.session });
      onClose();
    },
  });
  const change = {
    ...(role === user.role ? {} : { role }),
    ...(password === '' ? {} : { password }),
    ...(disabled === user.disabled ? {} : { disabled }),
  };
  const refused =
    password !== '' && !isPassword(password)
      ? 'The password must have at least 12 characters.'
      : Object.keys(change).length === 0
        ? 'Nothing is changed yet.'
        : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === null) update.mutate({ params: { path: { id: user.id }, header: ifMatch(user) }, body: change });
  };
  const isAtField = problemOf(update.error)?.field !== undefined;
  return (
    <Modal opened onClose={onClose} title={`User ${user.name}`} size="md">
      <form className="stack" onSubmit={submit} noValidate>
        <RoleField role={role} error={fieldError(update.error, 'role')} onRole={setRole} />
        <NewPasswordField
          label="New password"
          description="Empty: it stays. A new one ends all sessions of the user at once."
          password={password}
          error={fieldError(update.error, 'password')}
          onPassword={setPassword}
        />
        <Checkbox
          size="xs"
          label="Disabled"
          description="May not log in; all sessions end at once. Its name stays taken."
          checked={disabled}
          onChange={(event) => setDisabled(event.currentTarget.checked)}
        />
        {update.error && !isAtField ? <ProblemView error={update.error} /> : null}
        <div className="row">
          <ActionButton type="submit" variant="filled" loading={update.isPending} refusedBecause={refused}>
            Change the user
          </ActionButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
