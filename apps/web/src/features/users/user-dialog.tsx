import { Checkbox, NativeSelect, PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_CHARACTERS } from '@weft/shared/kinds/user';
import { api, ifMatch } from '../../api/client.js';
import { type ApiRequest, apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { queryKeys } from '../../api/query-keys.js';
import type { User } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { NewName } from '../../forms/new-name.js';
import { type Field, useChangeForm, useSchemaForm } from '../../forms/use-schema-form.js';
import { Dialog, DialogParts, dialogColumn } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { useRoleNames } from '../roles/use-role-names.js';
import { roleWords } from './role-words.js';
import { useLatestUser } from './use-latest-user.js';
import { changedUserSchema, newUserSchema, type UserForm, userFormOf } from './user-schema.js';

const PASSWORD = {
  new: { label: 'Password', description: `At least ${MIN_PASSWORD_CHARACTERS} characters.` },
  kept: { label: 'New password', description: 'Empty: unchanged. A new password ends all sessions of the user at once.' },
};
const REQUIRED = { name: 'enter a name', password: 'enter a password' };

/** The request without its password, for display: commands end up in histories and tickets. */
const withoutPassword = ({ init, ...request }: ApiRequest<{ body: object }>): ApiRequest => ({
  ...request,
  init: { ...init, body: { ...init.body, ...('password' in init.body ? { password: '…' } : {}) } },
});

/** Options of the requests that change users. */
const useOptions = (onClose: () => void) => useClosingOptions(onClose, queryKeys.users, queryKeys.session);

export const UserDialog = ({ user, onClose }: { user: User | null; onClose: () => void }) =>
  user ? <ChangeUserDialog user={user} onClose={onClose} /> : <NewUserDialog onClose={onClose} />;

function NewUserDialog({ onClose }: { onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/users', useOptions(onClose));
  const user = useSchemaForm({ values: userFormOf(null), schema: newUserSchema, required: REQUIRED, error: create.error });
  const key = useIdempotencyKey(user.body);
  const request = user.body && apiRequest('post', '/api/v1/users', { params: { header: key }, body: user.body });
  return (
    <Dialog onClose={onClose} title="New user" size="md">
      <Form
        className={dialogColumn}
        refusedBecause={user.refusedBecause}
        pending={create.isPending}
        onSubmit={() => request && create.mutate(request.init)}
      >
        <DialogParts
          buttons={<FormButtons action="Create user" pending={create.isPending} refusedBecause={user.refusedBecause} onCancel={onClose} />}
        >
          <NewName field={user.field} />
          <RoleAndPassword user={user} password="new" />
          {user.unplaced ? <ProblemView error={user.unplaced} /> : null}
          {request ? <Curl of={withoutPassword(request)} /> : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}

/** Changes the role or the password of a user, or whether it may log in. Untouched fields keep their current values on the server. */
function ChangeUserDialog({ user: known, onClose }: { user: User; onClose: () => void }) {
  const base = useLatestUser(known);
  const update = api.useMutation('patch', '/api/v1/users/{id}', useOptions(onClose));
  const user = useChangeForm({ values: userFormOf(base), schema: changedUserSchema, error: update.error });
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = user.body && apiRequest('patch', '/api/v1/users/{id}', { params, body: user.body });
  return (
    <Dialog onClose={onClose} title={`User ${base.name}`} size="md">
      <Form
        className={dialogColumn}
        refusedBecause={user.refusedBecause}
        pending={update.isPending}
        onSubmit={() => request && update.mutate(request.init)}
      >
        <DialogParts
          buttons={<FormButtons action="Change user" pending={update.isPending} refusedBecause={user.refusedBecause} onCancel={onClose} />}
        >
          {base.identity === 'oidc' ? (
            <p className="dimmed">The OpenID Connect provider has the password, and its groups give the role at each login.</p>
          ) : (
            <RoleAndPassword user={user} password="kept" />
          )}
          <Checkbox
            size="xs"
            label="Disabled"
            description="The user cannot log in; all sessions end at once. The name stays in use."
            {...user.field('disabled', { type: 'checkbox' })}
          />
          {user.unplaced ? <ProblemView error={user.unplaced} /> : null}
          {request ? <Curl of={withoutPassword(request)} /> : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}

interface Fields {
  field: Field;
  values: UserForm;
}

const RoleAndPassword = ({ user: { field, values }, password }: { user: Fields; password: keyof typeof PASSWORD }) => (
  <>
    <NativeSelect label="Role" description={`This user ${roleWords(values.role)}.`} data={useRoleNames(values.role)} {...field('role')} />
    <PasswordInput {...PASSWORD[password]} autoComplete="new-password" {...field('password')} />
    {values.password === '' ? null : (
      <Checkbox
        size="xs"
        label="Change at the next login"
        description="The user must do this first. Not for accounts of programs."
        {...field('mustChangePassword', { type: 'checkbox' })}
      />
    )}
  </>
);
