import { TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Attachment, Volume } from '../../../api/types.js';
import { parseSize } from '../../../forms/size-text.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { VOLUME_BLOCK_BYTES } from '../create/volume-form.js';
import { nounsOfVolume } from '../volume-nouns.js';
import { growSteps } from '../volume-plans.js';

interface Props {
  volume: Volume;
  attachments: readonly Attachment[];
  onClose: () => void;
}

export function GrowDialog({ volume, attachments, onClose }: Props) {
  const [size, setSize] = useState('');
  const parsed = size.trim() === '' ? null : parseSize(size, VOLUME_BLOCK_BYTES);
  const wanted = parsed?.ok && parsed.bytes > volume.sizeBytes ? parsed.bytes : null;
  const rested = useDebounced(wanted);
  const [before] = useState(volume);
  const version = { params: { path: { id: volume.id }, header: ifMatch(volume) } };
  const request = wanted === null ? null : apiRequest('patch', '/api/v1/volumes/{id}', { ...version, body: { sizeBytes: wanted } });
  const grow = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
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
  const wrong =
    parsed?.ok === false
      ? parsed.why
      : parsed && wanted === null
        ? `It has ${formatBytes(volume.sizeBytes)}: it can grow, not shrink.`
        : null;
  const refused =
    wrong ??
    (wanted === null
      ? 'Give it a size first.'
      : plan.error
        ? 'The plan says why it cannot be done.'
        : plan.data && rested === wanted && !plan.isPlaceholderData
          ? null
          : 'Its plan is being made.');
  return (
    <PlanDialog
      title={`Grow ${volume.name}`}
      action="Grow it"
      refusedBecause={refused}
      pending={grow.isPending}
      error={grow.error}
      request={request}
      onApply={() => request && grow.mutate(request.init)}
      outcome={grow.isSuccess ? (job ? { job } : { text: 'It grows.' }) : null}
      onClose={onClose}
    >
      <TextInput
        label="New size"
        description={`It has ${formatBytes(volume.sizeBytes)}. Legs stay where they are, and grow there.`}
        placeholder="3.2TiB"
        data-autofocus
        value={size}
        error={wrong}
        onChange={(event) => setSize(event.currentTarget.value)}
      />
      {wanted === null ? null : plan.error ? (
        <ProblemView error={plan.error} />
      ) : plan.data ? (
        <div aria-busy={plan.isPlaceholderData}>
          <PlanSteps steps={growSteps(before, plan.data, attachments)} nouns={nounsOfVolume(volume, attachments)} />
          <PlanCommands change={rested === null ? null : { kind: 'volume.grow', volumeId: volume.id, sizeBytes: rested }} />
        </div>
      ) : null}
    </PlanDialog>
  );
}
