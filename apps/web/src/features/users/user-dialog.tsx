import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Role, roles } from '@weft/shared/kinds/user';
import { type FormEvent, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { type ApiRequest, apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { fieldError, problemOf } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { User } from '../../api/types.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { nameError } from '../../forms/name-error.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { roleWords } from './role-words.js';
import { useLatestUser } from './use-latest-user.js';
import { changeOf, draftOf, isTooShort, refusedDraft, type UserDraft } from './user-draft.js';

const PASSWORD = {
  new: { label: 'Password', description: 'At least 12 characters.' },
  kept: { label: 'New password', description: 'Empty: it stays. A new one ends all sessions of the user at once.' },
};

/** The request without its password, for display: commands end up in histories and tickets. */
const withoutPassword = ({ init, ...request }: ApiRequest<{ body: object }>): ApiRequest => ({
  ...request,
  init: { ...init, body: { ...init.body, ...('password' in init.body ? { password: '…' } : {}) } },
});

/** Creates a user, or changes its role, password or whether it may log in. Untouched fields keep their current values on the server. */
export function UserDialog({ user: known, onClose }: { user: User | null; onClose: () => void }) {
  const client = useQueryClient();
  const user = useLatestUser(known);
  const [touched, setTouched] = useState<Partial<UserDraft>>({});
  const set = (change: Partial<UserDraft>) => setTouched((before) => ({ ...before, ...change }));
  const draft = { ...draftOf(user), ...touched };
  const options = {
    meta: { inline: true },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.users });
      void client.invalidateQueries({ queryKey: queryKeys.session });
      onClose();
    },
  };
  const create = api.useMutation('post', '/api/v1/users', options);
  const update = api.useMutation('patch', '/api/v1/users/{id}', options);
  const { isPending, error } = user ? update : create;
  const { name, role, password, mustChangePassword, disabled } = draft;
  const refused = refusedDraft(user, draft);
  const body = { name, role, password, mustChangePassword };
  const made = apiRequest('post', '/api/v1/users', { params: { header: useIdempotencyKey(body) }, body });
  const changed =
    user &&
    apiRequest('patch', '/api/v1/users/{id}', { params: { path: { id: user.id }, header: ifMatch(user) }, body: changeOf(user, draft) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused !== null) return;
    if (changed) update.mutate(changed.init);
    else create.mutate(made.init);
  };
  return (
    <Dialog onClose={onClose} title={user ? `User ${user.name}` : 'New user'} size="md">
      <form className="stack" onSubmit={submit} noValidate>
        {user ? null : (
          <TextInput
            label="Name"
            description="a-z, 0-9 and “-”; it never changes."
            autoComplete="off"
            data-autofocus
            value={name}
            error={nameError(name) ?? fieldError(error, 'name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label="Role"
          description={`May ${roleWords[role]}.`}
          data={[...roles]}
          value={role}
          error={fieldError(error, 'role')}
          onChange={(event) => set({ role: event.currentTarget.value as Role })}
        />
        <PasswordInput
          {...PASSWORD[user ? 'kept' : 'new']}
          {...(isTooShort(password) ? { description: undefined } : {})}
          autoComplete="new-password"
          value={password}
          error={isTooShort(password) ? 'It must have at least 12 characters.' : fieldError(error, 'password')}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        {password === '' ? null : (
          <Checkbox
            size="xs"
            label="Change at the next login"
            description="The user can do nothing else before. Not for accounts of programs."
            checked={mustChangePassword}
            onChange={(event) => set({ mustChangePassword: event.currentTarget.checked })}
          />
        )}
        {user ? (
          <Checkbox
            size="xs"
            label="Disabled"
            description="May not log in; all sessions end at once. Its name stays taken."
            checked={disabled}
            onChange={(event) => set({ disabled: event.currentTarget.checked })}
          />
        ) : null}
        {error && problemOf(error)?.field === undefined ? <ProblemView error={error} /> : null}
        {refused === null ? <Curl of={withoutPassword(changed ?? made)} /> : null}
        <FormButtons
          action={user ? 'Change the user' : 'Create the user'}
          pending={isPending}
          refusedBecause={refused}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
