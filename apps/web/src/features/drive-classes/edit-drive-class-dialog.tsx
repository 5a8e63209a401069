import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { newest } from '../../api/newest.js';
import type { DriveClass } from '../../api/types.js';
import { useBase } from '../../forms/use-base.js';
import { useChangeForm } from '../../forms/use-schema-form.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { ClassPreview } from './class-preview.js';
import { classFieldNames, classSchema, formOf, membersOf, requiredOfClass } from './class-schema.js';
import { MemberFields } from './member-fields.js';

/** Changes the drives of a class, and so where new legs may be placed. */
export function EditDriveClassDialog({ driveClass: known, onClose }: { driveClass: DriveClass; onClose: () => void }) {
  const path = { id: known.id };
  const driveClass = newest(known, api.useQuery('get', '/api/v1/drive-classes/{id}', { params: { path } }).data);
  const update = api.useMutation('patch', '/api/v1/drive-classes/{id}', { meta: { inline: true } });
  const base = useBase(driveClass, update.error, update.reset);
  const { field, values, body, refusedBecause, unplaced } = useChangeForm({
    values: formOf(base),
    schema: classSchema,
    required: requiredOfClass,
    error: update.error,
    fieldNames: classFieldNames,
  });
  const members = useMemo(() => membersOf(values), [values]);
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = body && apiRequest('patch', '/api/v1/drive-classes/{id}', { params, body });
  return (
    <PlanDialog
      title={`Edit drive class ${base.name}`}
      action="Change class"
      refusedBecause={refusedBecause}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `${base.name} has changed. Existing volumes do not move.` } : null}
      onClose={onClose}
    >
      <p>New volumes, growth and repair then use the new set of drives. Existing legs do not move.</p>
      <TextInput label="Description" data-autofocus {...field('description')} />
      <MemberFields field={field} values={values} />
      <TextInput
        label="Over-provisioning of thin volumes"
        description="The most that thin legs may promise, as a multiple of what the pools of their drives can become."
        inputMode="decimal"
        {...field('overProvisioningRatio')}
      />
      <ClassPreview members={members} />
    </PlanDialog>
  );
}
