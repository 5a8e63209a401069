import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { useIdempotencyKey } from '../../../api/idempotency-key.js';
import styles from '../../../forms/form.module.css';
import { FormButtons } from '../../../forms/form-buttons.js';
import { paths } from '../../../paths/paths.js';
import { Page } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Curl } from '../../../ui/text/curl.js';
import { TextLink } from '../../../ui/text/links.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { useRoleRefusal } from '../../session/use-session.js';
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
  const key = useIdempotencyKey(meaning.spec);
  const request = meaning.spec && apiRequest('post', '/api/v1/volumes', { params: { header: key }, body: meaning.spec });
  const wrong = Object.values(meaning.errors)[0] ?? meaning.missing;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && wrong === null && refused === null) create.mutate(request.init);
  };

  return (
    <Page title="New volume" above={<TextLink {...paths.volumes()}>Volumes</TextLink>}>
      <div className={styles.split}>
        <form className={styles.fields} onSubmit={submit} noValidate>
          <VolumeFields form={form} meaning={meaning} set={set} />
          {create.error ? <ProblemView error={create.error} /> : null}
          <FormButtons
            action="Create volume"
            pending={create.isPending}
            refusedBecause={refused ?? wrong}
            onCancel={() => navigate(paths.volumes())}
          />
          {request && wrong === null ? <Curl of={request} /> : null}
          <PlanCommands change={meaning.spec && wrong === null ? { kind: 'volume.create', volume: meaning.spec } : null} />
        </form>
        <div className={styles.preview}>
          <PlacementPreview spec={meaning.spec} onFix={set} />
        </div>
      </div>
    </Page>
  );
}
