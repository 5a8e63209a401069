import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { isMirrored, type RebuildPriority, rebuildPriorities, rebuildSpeeds } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { fieldError, hasCode } from '../../../api/problem.js';
import type { Volume } from '../../../api/types.js';
import { useBase } from '../../../forms/use-base.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { changeOfVolume, changeSteps, formOfVolume, type VolumeChangeForm } from './volume-change.js';

const speed = (priority: RebuildPriority): string => {
  const { minBytesPerSecond, maxBytesPerSecond } = rebuildSpeeds[priority];
  return `${priority}: at least ${formatBytes(minBytesPerSecond)}/s beside other I/O, at most ${formatBytes(maxBytesPerSecond)}/s`;
};

/** Changes that do not touch the data: description, labels and rebuild settings. */
export function EditVolumeDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
  const base = useBase(volume, update.error, update.reset);
  const [touched, setTouched] = useState<Partial<VolumeChangeForm>>({});
  const form = { ...formOfVolume(base), ...touched };
  const set = (change: Partial<VolumeChangeForm>) => setTouched((before) => ({ ...before, ...change }));
  const { body, errors } = changeOfVolume(base, form);
  const hasChange = Object.keys(body).length > 0 && Object.keys(errors).length === 0;
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = apiRequest('patch', '/api/v1/volumes/{id}', { params, body });
  const rested = useDebounced(body);
  const plan = api.useQuery(
    'patch',
    '/api/v1/volumes/{id}',
    { params, body: { ...rested, dryRun: true } },
    { enabled: hasChange && !update.isSuccess, retry: false, placeholderData: keepPreviousData },
  );
  const wrong = Object.values(errors)[0];
  // The change itself reports a newer version, and then reads the volume again.
  const problem = hasCode(plan.error, 'version-mismatch') ? null : plan.error;
  const refused = wrong ?? (!hasChange ? 'Nothing is changed yet.' : problem ? 'The plan says why it cannot be done.' : null);
  return (
    <PlanDialog
      title={`Edit ${base.name}`}
      action="Change the volume"
      refusedBecause={refused}
      pending={update.isPending}
      error={update.error}
      request={request}
      onApply={() => update.mutate(request.init)}
      outcome={update.isSuccess ? { text: `${base.name} is changed.` } : null}
      onClose={onClose}
    >
      <TextInput
        label="Description"
        data-autofocus
        value={form.description}
        error={fieldError(plan.error, 'description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextInput
        label="Labels"
        description="key=value, several with commas."
        value={form.labels}
        error={errors.labels ?? null}
        onChange={(event) => set({ labels: event.currentTarget.value })}
      />
      {isMirrored(base.protection) ? (
        <>
          <TextInput
            label="Rebuild delay, seconds"
            description="A leg that is missing or unhealthy for so long is replaced. Up to a week (604800)."
            inputMode="numeric"
            value={form.rebuildDelay}
            error={errors.rebuildDelay ?? null}
            onChange={(event) => set({ rebuildDelay: event.currentTarget.value })}
          />
          <NativeSelect
            label="Rebuild priority"
            description={speed(form.rebuildPriority)}
            data={[...rebuildPriorities]}
            value={form.rebuildPriority}
            onChange={(event) => set({ rebuildPriority: event.currentTarget.value as RebuildPriority })}
          />
        </>
      ) : null}
      {hasChange && problem ? <ProblemView error={problem} /> : <PlanSteps steps={changeSteps(base, body)} nouns={[]} />}
    </PlanDialog>
  );
}
