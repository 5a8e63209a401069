import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { newest } from '../../api/newest.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Role } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { NewName } from '../../forms/new-name.js';
import { type Field, useChangeForm, useSchemaForm } from '../../forms/use-schema-form.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { changedRoleSchema, newRoleSchema, roleFormOf } from './role-schema.js';

/** The role may be that of this session. */
const useOptions = (onClose: () => void) => useClosingOptions(onClose, queryKeys.roles, queryKeys.session);

const REACHES = [
  { value: 'all', label: 'all volumes' },
  { value: 'groups', label: 'only the volumes of volume groups' },
];

const Fields = ({ field }: { field: Field }) => (
  <>
    <TextInput label="Description" autoComplete="off" {...field('description')} />
    <NativeSelect label="Volumes" data={REACHES} {...field('volumes')} />
    <Textarea
      label="Permissions"
      description="One per line, as in volume:create. Only those that you have."
      rows={12}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      {...field('permissions')}
    />
  </>
);

export function NewRoleDialog({ onClose }: { onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/roles', useOptions(onClose));
  const form = useSchemaForm({ values: roleFormOf(null), schema: newRoleSchema, required: { name: 'enter a name' }, error: create.error });
  const key = useIdempotencyKey(form.body);
  const request = form.body && apiRequest('post', '/api/v1/roles', { params: { header: key }, body: form.body });
  return (
    <PlanDialog
      title="New role"
      action="Create role"
      refusedBecause={form.refusedBecause}
      pending={create.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && create.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <NewName field={form.field} />
      <Fields field={form.field} />
    </PlanDialog>
  );
}

export function ChangeRoleDialog({ role: known, onClose }: { role: Role; onClose: () => void }) {
  const path = { id: known.id };
  const { data } = api.useQuery('get', '/api/v1/roles/{id}', { params: { path } });
  const role = newest(known, data);
  const update = api.useMutation('patch', '/api/v1/roles/{id}', useOptions(onClose));
  const form = useChangeForm({ values: roleFormOf(role), schema: changedRoleSchema, error: update.error });
  const request = form.body && apiRequest('patch', '/api/v1/roles/{id}', { params: { path, header: ifMatch(role) }, body: form.body });
  return (
    <PlanDialog
      title={`Role ${role.name}`}
      action="Change role"
      refusedBecause={form.refusedBecause}
      pending={update.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>It takes effect with the next request of each user and API token of this role.</p>
      <Fields field={form.field} />
    </PlanDialog>
  );
}

export function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/roles/{id}', useOptions(onClose));
  const request = apiRequest('delete', '/api/v1/roles/{id}', { params: { path: { id: role.id }, header: ifMatch(role) } });
  return (
    <PlanDialog
      title={`Delete role ${role.name}`}
      action="Delete role"
      refusedBecause={null}
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onApply={() => remove.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>Only a role without users and API tokens can be deleted.</p>
    </PlanDialog>
  );
}
