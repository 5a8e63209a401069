import { TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { formatBytes } from '@weft/shared/units';
import { useMemo, useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Attachment, Volume } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { growSteps } from '../volume-plans.js';
import { growSchema } from './volume-change-schema.js';

const EMPTY = { size: '' };
const REQUIRED = { size: 'enter a size' };

interface Props {
  volume: Volume;
  attachments: readonly Attachment[];
  onClose: () => void;
}

export function GrowDialog({ volume, attachments, onClose }: Props) {
  const grow = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
  const schema = useMemo(() => growSchema(volume), [volume]);
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: EMPTY,
    schema,
    required: REQUIRED,
    error: grow.error,
    fieldNames: { sizeBytes: 'size' },
  });
  const wanted = body?.sizeBytes ?? null;
  const rested = useDebounced(wanted);
  const [before] = useState(volume);
  const version = { params: { path: { id: volume.id }, header: ifMatch(volume) } };
  const request = body && apiRequest('patch', '/api/v1/volumes/{id}', { ...version, body });
  const plan = api.useQuery(
    'patch',
    '/api/v1/volumes/{id}',
    { ...version, body: { sizeBytes: rested ?? 0, dryRun: true } },
    { enabled: rested !== null && !grow.isSuccess, retry: false, placeholderData: keepPreviousData },
  );
  // The response to a change of a volume is the volume: its job is the newest of this kind.
  const jobs = api.useQuery(
    'get',
    '/api/v1/jobs',
    { params: { query: { subjectId: volume.id, kind: 'volume.grow', sort: '-createdAt', limit: 1 } } },
    { enabled: grow.isSuccess, staleTime: Number.POSITIVE_INFINITY },
  );
  const job = jobs.data?.items[0];
  const refused =
    refusedBecause ??
    (plan.error
      ? 'The plan shows why it is not possible.'
      : plan.data && rested === wanted && !plan.isPlaceholderData
        ? null
        : 'The plan is loading.');
  return (
    <PlanDialog
      title={`Grow ${volume.name}`}
      action="Grow"
      refusedBecause={refused}
      pending={grow.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && grow.mutate(request.init)}
      outcome={grow.isSuccess ? (job ? { job } : { text: 'It grows.' }) : null}
      onClose={onClose}
    >
      <TextInput
        label="New size"
        description={`It has ${formatBytes(volume.sizeBytes)}. Legs grow on their drives and do not move.`}
        placeholder="3.2TiB"
        data-autofocus
        {...field('size')}
      />
      {wanted === null ? null : plan.error ? (
        <ProblemView error={plan.error} />
      ) : plan.data ? (
        <div aria-busy={plan.isPlaceholderData}>
          <PlanSteps steps={growSteps(before, plan.data, attachments)} />
          <PlanCommands change={rested === null ? null : { kind: 'volume.grow', volumeId: volume.id, sizeBytes: rested }} />
        </div>
      ) : null}
    </PlanDialog>
  );
}
