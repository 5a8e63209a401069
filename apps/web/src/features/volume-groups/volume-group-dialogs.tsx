import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { newest } from '../../api/newest.js';
import { queryKeys } from '../../api/query-keys.js';
import type { VolumeGroup } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { NewName } from '../../forms/new-name.js';
import { type Field, useChangeForm, useSchemaForm } from '../../forms/use-schema-form.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { rightsChoices, volumeGroupFormOf, volumeGroupSchemaOf } from './volume-group-schema.js';

const useOptions = (onClose: () => void) => useClosingOptions(onClose, queryKeys.volumeGroups);

/** The schemas of the forms, which know the users by name. */
function useSchemas() {
  const { data } = api.useQuery('get', '/api/v1/users', { params: { query: { limit: 200, sort: 'name' } } });
  const users = data?.items;
  return useMemo(() => volumeGroupSchemaOf(users ?? []), [users]);
}

const Fields = ({ field }: { field: Field }) => (
  <>
    <TextInput label="Description" autoComplete="off" {...field('description')} />
    <Textarea
      label="Labels of the volumes"
      description="One per line, as in team=orders or tier!=test*. A volume must match all of them; * stands for any text."
      rows={3}
      spellCheck={false}
      classNames={{ input: 'mono' }}
      {...field('selector')}
    />
    <NativeSelect label="Members may" data={rightsChoices} {...field('verbs')} />
    <Textarea
      label="Members"
      description="Names of users, one per line. The group counts for those whose role reaches only the volumes of groups."
      rows={4}
      spellCheck={false}
      {...field('memberIds')}
    />
  </>
);

const REQUIRED = { name: 'enter a name', selector: 'enter a label' };

export function NewVolumeGroupDialog({ onClose }: { onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/volume-groups', useOptions(onClose));
  const schemas = useSchemas();
  const form = useSchemaForm({ values: volumeGroupFormOf(null), schema: schemas.create, required: REQUIRED, error: create.error });
  const key = useIdempotencyKey(form.body);
  const request = form.body && apiRequest('post', '/api/v1/volume-groups', { params: { header: key }, body: form.body });
  return (
    <PlanDialog
      title="New volume group"
      action="Create group"
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

export function ChangeVolumeGroupDialog({ group: known, onClose }: { group: VolumeGroup; onClose: () => void }) {
  const path = { id: known.id };
  const { data } = api.useQuery('get', '/api/v1/volume-groups/{id}', { params: { path } });
  const group = newest(known, data);
  const update = api.useMutation('patch', '/api/v1/volume-groups/{id}', useOptions(onClose));
  const form = useChangeForm({ values: volumeGroupFormOf(group), schema: useSchemas().change, required: REQUIRED, error: update.error });
  const params = { path, header: ifMatch(group) };
  const request = form.body && apiRequest('patch', '/api/v1/volume-groups/{id}', { params, body: form.body });
  return (
    <PlanDialog
      title={`Volume group ${group.name}`}
      action="Change group"
      refusedBecause={form.refusedBecause}
      pending={update.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>It takes effect with the next request of each member. Open pages of members read everything again.</p>
      <Fields field={form.field} />
    </PlanDialog>
  );
}

export function DeleteVolumeGroupDialog({ group, onClose }: { group: VolumeGroup; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/volume-groups/{id}', useOptions(onClose));
  const request = apiRequest('delete', '/api/v1/volume-groups/{id}', { params: { path: { id: group.id }, header: ifMatch(group) } });
  return (
    <PlanDialog
      title={`Delete volume group ${group.name}`}
      action="Delete group"
      refusedBecause={null}
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onApply={() => remove.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>Its members lose what only this group lets them do. The volumes stay as they are.</p>
    </PlanDialog>
  );
}
