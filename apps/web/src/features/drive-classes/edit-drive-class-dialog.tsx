import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { newest } from '../../api/newest.js';
import { fieldError } from '../../api/problem.js';
import type { DriveClass } from '../../api/types.js';
import { useBase } from '../../forms/use-base.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { type ClassForm, changeOfClass, formOf, membersOf } from './class-form.js';
import { ClassPreview } from './class-preview.js';
import { MemberFields } from './member-fields.js';

/** Changes the drives of a class, and so where new legs may be placed. */
export function EditDriveClassDialog({ driveClass: known, onClose }: { driveClass: DriveClass; onClose: () => void }) {
  const path = { id: known.id };
  const driveClass = newest(known, api.useQuery('get', '/api/v1/drive-classes/{id}', { params: { path } }).data);
  const update = api.useMutation('patch', '/api/v1/drive-classes/{id}', { meta: { inline: true } });
  const base = useBase(driveClass, update.error, update.reset);
  const [touched, setTouched] = useState<Partial<ClassForm>>({});
  const form = { ...formOf(base), ...touched };
  const set = (change: Partial<ClassForm>) => setTouched((before) => ({ ...before, ...change }));
  const { members, errors } = membersOf(form);
  const body = members ? changeOfClass(base, form.description, members) : {};
  const request = apiRequest('patch', '/api/v1/drive-classes/{id}', { params: { path: { id: base.id }, header: ifMatch(base) }, body });
  const refused =
    Object.values(errors)[0] ??
    (members === null ? 'Say first which drives belong to it.' : Object.keys(body).length === 0 ? 'Nothing is changed yet.' : null);
  return (
    <PlanDialog
      title={`Edit drive class ${base.name}`}
      action="Change the class"
      refusedBecause={refused}
      pending={update.isPending}
      error={update.error}
      request={request}
      onApply={() => update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `${base.name} is changed. Volumes that exist stay where they are.` } : null}
      onClose={onClose}
    >
      <p>New volumes, growth and repair take space from the drives that belong to it then; legs that exist stay where they are.</p>
      <TextInput
        label="Description"
        data-autofocus
        value={form.description}
        error={fieldError(update.error, 'description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <MemberFields form={form} errors={errors} set={set} />
      <ClassPreview members={members} />
    </PlanDialog>
  );
}
