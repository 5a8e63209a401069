import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { useIdempotencyKey } from '../../../api/idempotency-key.js';
import { Form } from '../../../forms/form.js';
import styles from '../../../forms/form.module.css';
import { FormButtons } from '../../../forms/form-buttons.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { paths } from '../../../paths/paths.js';
import { Page } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { emptyVolumeForm, requiredOfVolume, volumeSchema, volumeToPlace } from './form/volume-schema.js';
import { VolumeFields } from './volume-fields.js';

/** A lazy chunk: without a size and a class there is nothing to sum up. */
const VolumeSummary = lazy(() => import('./volume-summary.js').then((module) => ({ default: module.VolumeSummary })));

/** A lazy chunk: without them there is nothing to place either. */
const PlacementPreview = lazy(() => import('./placement-preview.js').then((module) => ({ default: module.PlacementPreview })));

/** Lazy chunks: shown with a complete form. */
const Curl = lazy(() => import('../../../ui/text/curl.js').then((module) => ({ default: module.Curl })));
const PlanCommands = lazy(() => import('../../jobs/plan-commands.js').then((module) => ({ default: module.PlanCommands })));

export function NewVolumePage() {
  const navigate = useNavigate();
  const role = usePermissionRefusal('volume:create');
  const create = api.useMutation('post', '/api/v1/volumes', {
    meta: { inline: true },
    onSuccess: ({ volume }) => navigate(paths.volume(volume.id)),
  });
  const { form, field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyVolumeForm,
    schema: volumeSchema,
    required: requiredOfVolume,
    error: create.error,
    fieldNames: {
      ...{ sizeBytes: 'size', stripeSizeBytes: 'stripeSize' },
      ...{ 'cache.acceptsLoss': 'cacheAcceptsLoss', cache: 'cacheSize' },
    },
  });
  const spec = useMemo(() => volumeToPlace(values), [values]);
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/volumes', { params: { header: key }, body });
  const refused = role ?? refusedBecause;
  return (
    <Page title="New volume" above={<TextLink {...paths.volumes()}>Volumes</TextLink>}>
      <div className={styles.split}>
        <Form
          className={styles.fields}
          refusedBecause={refused}
          pending={create.isPending}
          onSubmit={() => request && create.mutate(request.init)}
        >
          <VolumeFields field={field} values={values} spec={spec} onChoose={form.setValues} />
          {spec ? (
            <Suspense fallback={null}>
              <VolumeSummary spec={spec} />
            </Suspense>
          ) : null}
          {unplaced ? <ProblemView error={unplaced} /> : null}
          <FormButtons
            action="Create volume"
            pending={create.isPending}
            refusedBecause={refused}
            onCancel={() => navigate(paths.volumes())}
          />
          <Suspense fallback={null}>{request ? <Curl of={request} /> : null}</Suspense>
          <Suspense fallback={null}>{body ? <PlanCommands change={{ kind: 'volume.create', volume: body }} /> : null}</Suspense>
        </Form>
        <div className={styles.preview}>
          {spec ? (
            <Suspense fallback={<Empty>Loading…</Empty>}>
              <PlacementPreview spec={spec} onFix={form.setValues} />
            </Suspense>
          ) : (
            <Empty>Enter a size and a drive class to see the placement.</Empty>
          )}
        </div>
      </div>
    </Page>
  );
}
