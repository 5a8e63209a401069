import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { isMirrored, type RebuildPriority, rebuildPriorities, rebuildSpeeds } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { hasCode } from '../../../api/problem.js';
import type { Volume } from '../../../api/types.js';
import { useBase } from '../../../forms/use-base.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { useChangeForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { changeSteps } from './change-steps.js';
import { formOfVolume, MAX_REBUILD_DELAY_SECONDS, volumeChangeSchema } from './volume-change-schema.js';

const speed = (priority: RebuildPriority): string => {
  const { minBytesPerSecond, maxBytesPerSecond } = rebuildSpeeds[priority];
  return `${priority}: at least ${formatBytes(minBytesPerSecond)}/s under other I/O, at most ${formatBytes(maxBytesPerSecond)}/s`;
};

/** Changes that do not touch the data: description, labels and rebuild settings. */
export function EditVolumeDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
  const base = useBase(volume, update.error, update.reset);
  const { field, values, body, refusedBecause, unplaced } = useChangeForm({
    values: formOfVolume(base),
    schema: volumeChangeSchema,
    error: update.error,
    fieldNames: { rebuildDelaySeconds: 'rebuildDelay', scrubIntervalDays: 'scrubInterval' },
  });
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = body && apiRequest('patch', '/api/v1/volumes/{id}', { params, body });
  const rested = useDebounced(body);
  const plan = api.useQuery(
    'patch',
    '/api/v1/volumes/{id}',
    { params, body: { ...rested, dryRun: true } },
    { enabled: rested !== null && body !== null && !update.isSuccess, retry: false, placeholderData: keepPreviousData },
  );
  // The change itself reports a newer version, and then reads the volume again.
  const problem = hasCode(plan.error, 'version-mismatch') ? null : plan.error;
  const refused = refusedBecause ?? (problem ? 'The plan shows why it is not possible.' : null);
  return (
    <PlanDialog
      title={`Edit ${base.name}`}
      action="Change volume"
      refusedBecause={refused}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `${base.name} has changed.` } : null}
      onClose={onClose}
    >
      <TextInput label="Description" data-autofocus {...field('description')} />
      <TextInput label="Labels" description="key=value, separated by commas." {...field('labels')} />
      {isMirrored(base.protection) ? (
        <>
          <TextInput
            label="Rebuild delay, seconds"
            description={`A missing or unhealthy leg is replaced after this time. At most ${MAX_REBUILD_DELAY_SECONDS}.`}
            inputMode="numeric"
            {...field('rebuildDelay')}
          />
          <NativeSelect
            label="Rebuild priority"
            description={speed(values.rebuildPriority)}
            data={[...rebuildPriorities]}
            {...field('rebuildPriority')}
          />
          <TextInput
            label="Days between scrubs"
            description="Empty: the cluster’s setting. 0: none by schedule."
            inputMode="numeric"
            {...field('scrubInterval')}
          />
        </>
      ) : null}
      {body && problem ? <ProblemView error={problem} /> : <PlanSteps steps={changeSteps(base, body ?? {})} />}
    </PlanDialog>
  );
}
