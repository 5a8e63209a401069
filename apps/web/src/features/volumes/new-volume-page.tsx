import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import styles from '../../forms/form.module.css';
import { paths } from '../../paths.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { useRoleRefusal } from '../session/use-session.js';
import { PlacementPreview } from './placement-preview.js';
import { VolumeFields } from './volume-fields.js';
import { emptyVolumeForm, meaningOf, type VolumeForm } from './volume-form.js';

export function NewVolumePage() {
  const navigate = useNavigate();
  const [form, setForm] = useState(emptyVolumeForm);
  const set = (change: Partial<VolumeForm>) => setForm((before) => ({ ...before, ...change }));
  const meaning = useMemo(() => meaningOf(form), [form]);
  const refused = useRoleRefusal('operator');
  const create = api.useMutation('post', '/api/v1/volumes', {
    meta: { inline: true },
    onSuccess: ({ volume }) => navigate(paths.volume(volume.id)),
  });
  const wrong = Object.values(meaning.errors)[0] ?? meaning.missing;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (meaning.spec && wrong === null && refused === null) create.mutate({ body: meaning.spec });
  };

  return (
    <Page title="New volume" above={<TextLink {...paths.volumes()}>Volumes</TextLink>}>
      <div className={styles.split}>
        <form className={styles.fields} onSubmit={submit} noValidate>
          <VolumeFields form={form} meaning={meaning} set={set} />
          {create.error ? <ProblemView error={create.error} /> : null}
          <div className="row">
            <ActionButton variant="filled" loading={create.isPending} refusedBecause={refused ?? wrong} type="submit">
              Create volume
            </ActionButton>
            <Button variant="default" onClick={() => navigate(paths.volumes())}>
              Cancel
            </Button>
          </div>
        </form>
        <div className={styles.preview}>
          <PlacementPreview spec={meaning.spec} />
        </div>
      </div>
    </Page>
  );
}
