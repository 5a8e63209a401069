import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { useBase } from '../../../forms/use-base.js';
import { useChangeForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { cacheSchema, formOfCache, needsAcceptance } from './cache-schema.js';
import { MODE_TEXTS, modeChoices, policyText } from './cache-words.js';

/** Changes the cache while the volume is in use. */
export function CacheDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
  const base = useBase(volume, update.error, update.reset);
  const { field, values, body, refusedBecause, unplaced } = useChangeForm({
    values: formOfCache(base.cache),
    schema: cacheSchema,
    error: update.error,
    fieldNames: { cache: 'size' },
  });
  const change = body?.cache === undefined ? null : { cache: body.cache };
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = change && apiRequest('patch', '/api/v1/volumes/{id}', { params, body: change });
  const isOff = values.mode === 'off';
  const asks = needsAcceptance(base, values);
  return (
    <PlanDialog
      title={`Cache of ${base.name}`}
      action="Change cache"
      refusedBecause={refusedBecause ?? (asks && !values.acceptsLoss ? 'Accept the possible loss first, or choose another mode.' : null)}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={
        update.isSuccess ? { text: 'The targets change the caches within seconds, while clients go on. The page shows each leg.' } : null
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Mode"
        description={values.mode === 'off' ? 'No cache.' : MODE_TEXTS[values.mode]}
        data={[...modeChoices]}
        data-autofocus
        {...field('mode')}
      />
      {isOff ? null : (
        <TextInput label="Size for each leg" description="A share of the leg as in 10%, or a size as in 64GiB." {...field('size')} />
      )}
      {asks ? (
        <Checkbox
          label="I accept that the loss of one cache drive loses the newest writes, and with them the volume"
          {...field('acceptsLoss', { type: 'checkbox' })}
        />
      ) : null}
      <PlanSteps
        steps={
          change === null
            ? []
            : base.legs.map(({ index, node }) => ({
                node,
                what: `leg ${index}: ${policyText(base.cache)} becomes ${policyText(change.cache)}${base.cache?.mode === 'write-back' ? '; what only the cache has is written to the drive first' : ''}`,
              }))
        }
      />
    </PlanDialog>
  );
}
