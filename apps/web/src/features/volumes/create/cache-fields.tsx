import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Field } from '../../../forms/use-schema-form.js';
import { MODE_TEXTS, modeChoices } from '../cache/cache-words.js';
import { mayHaveCache, type VolumeForm } from './form/volume-schema.js';

/** A lazy chunk: most volumes begin without a cache. */
const CachePolicyFields = lazy(() => import('./cache-policy-fields.js').then((module) => ({ default: module.CachePolicyFields })));

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
      <Suspense fallback={null}>{mode === 'off' ? null : <CachePolicyFields field={field} values={values} mode={mode} />}</Suspense>
    </>
  );
}
