import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { fieldError } from '../../api/problem.js';
import styles from '../../forms/form.module.css';
import { nameError } from '../../forms/name-error.js';
import { paths } from '../../paths.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { useRoleRefusal } from '../session/use-session.js';
import { type ClassForm, emptyClassForm, membersOf } from './class-form.js';
import { ClassPreview } from './class-preview.js';
import { DriveChoice } from './drive-choice.js';
import { SelectorFields } from './selector-fields.js';

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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (members && invalid === null && refused === null)
      create.mutate({ body: { name: form.name, description: form.description, labels: {}, members } });
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
          <SegmentedControl
            aria-label="Drives belong to it"
            size="xs"
            value={form.by}
            onChange={(by) => set({ by: by as ClassForm['by'] })}
            data={[
              { value: 'selector', label: 'Whatever fits' },
              { value: 'list', label: 'One by one' },
            ]}
          />
          {form.by === 'selector' ? (
            <SelectorFields form={form} errors={errors} set={set} />
          ) : (
            <DriveChoice value={form.driveIds} onChange={(driveIds) => set({ driveIds })} />
          )}
          {create.error ? <ProblemView error={create.error} /> : null}
          <div className="row">
            <ActionButton variant="filled" loading={create.isPending} refusedBecause={refused ?? invalid} type="submit">
              Create drive class
            </ActionButton>
            <Button variant="default" onClick={() => navigate(paths.driveClasses())}>
              Cancel
            </Button>
          </div>
        </form>
        <div className={styles.preview}>
          <ClassPreview members={members} />
        </div>
      </div>
    </Page>
  );
}
