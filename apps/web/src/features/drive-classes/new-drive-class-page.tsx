import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { fieldError } from '../../api/problem.js';
import styles from '../../forms/form.module.css';
import { FormButtons } from '../../forms/form-buttons.js';
import { nameError } from '../../forms/name-error.js';
import { paths } from '../../paths/paths.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { TextLink } from '../../ui/text/links.js';
import { useRoleRefusal } from '../session/use-session.js';
import { type ClassForm, emptyClassForm, membersOf } from './class-form.js';
import { ClassPreview } from './class-preview.js';
import { MemberFields } from './member-fields.js';

export function NewDriveClassPage() {
  const navigate = useNavigate();
  const [form, setForm] = useState(emptyClassForm);
  const set = (change: Partial<ClassForm>) => setForm((before) => ({ ...before, ...change }));
  const { members, errors } = useMemo(() => membersOf(form), [form]);
  const refused = useRoleRefusal('operator');
  const create = api.useMutation('post', '/api/v1/drive-classes', {
    meta: { inline: true },
    onSuccess: () => navigate(paths.driveClasses()),
  });
  const invalid =
    form.name === '' ? 'Give it a name first.' : (nameError(form.name) ?? (members ? null : 'Say first which drives belong to it.'));
  const body = members && { name: form.name, description: form.description, labels: {}, members };
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/drive-classes', { params: { header: key }, body });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && invalid === null && refused === null) create.mutate(request.init);
  };

  return (
    <Page title="New drive class" above={<TextLink {...paths.driveClasses()}>Drive classes</TextLink>}>
      <div className={styles.split}>
        <form className={styles.fields} onSubmit={submit} noValidate>
          <TextInput
            label="Name"
            required
            value={form.name}
            error={nameError(form.name) ?? fieldError(create.error, 'name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput label="Description" value={form.description} onChange={(event) => set({ description: event.currentTarget.value })} />
          <MemberFields form={form} errors={errors} set={set} />
          {create.error ? <ProblemView error={create.error} /> : null}
          <FormButtons
            action="Create drive class"
            pending={create.isPending}
            refusedBecause={refused ?? invalid}
            onCancel={() => navigate(paths.driveClasses())}
          />
          {request && invalid === null ? <Curl of={request} /> : null}
        </form>
        <div className={styles.preview}>
          <ClassPreview members={members} />
        </div>
      </div>
    </Page>
  );
}
