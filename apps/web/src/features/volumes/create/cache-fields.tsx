import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Field } from '../../../forms/use-schema-form.js';
import { needsAcceptance } from '../cache/cache-schema.js';
import { MODE_TEXTS, modeChoices } from '../cache/cache-words.js';
import { mayHaveCache, type VolumeForm } from './form/volume-schema.js';

/** The cache of each leg of a new volume. */
export function CacheFields({ field, values }: { field: Field; values: VolumeForm }) {
  const { cacheMode: mode } = values;
  if (!mayHaveCache(values))
    return <NativeSelect label="Cache" description="Not with checksums or thin provisioning." data={['off']} value="off" disabled />;
  return (
    <>
      <NativeSelect
        label="Cache"
        description={mode === 'off' ? "None. Can be added later. It takes cache drives on the legs' targets." : MODE_TEXTS[mode]}
        data={[...modeChoices]}
        {...field('cacheMode')}
      />
      {mode === 'off' ? null : (
        <TextInput
          label="Cache size for each leg"
          description="A share of the leg as in 10%, or a size as in 64GiB."
          {...field('cacheSize')}
        />
      )}
      {mode !== 'off' && needsAcceptance(values, { mode }) ? (
        <Checkbox
          label="I accept that the loss of one cache drive loses the newest writes, and with them the volume"
          {...field('cacheAcceptsLoss', { type: 'checkbox' })}
        />
      ) : null}
    </>
  );
}
