import { Checkbox, TextInput } from '@mantine/core';
import type { CacheMode } from '@weft/shared/cache/cache-modes';
import type { Field } from '../../../forms/use-schema-form.js';
import { needsAcceptance } from '../cache/cache-schema.js';
import type { VolumeForm } from './form/volume-schema.js';

/** Size of a new cache, and what a person has to accept. */
export const CachePolicyFields = ({ field, values, mode }: { field: Field; values: VolumeForm; mode: CacheMode }) => (
  <>
    <TextInput label="Cache size for each leg" description="A share of the leg as in 10%, or a size as in 64GiB." {...field('cacheSize')} />
    {needsAcceptance(values, { mode }) ? (
      <Checkbox
        label="I accept that the loss of one cache drive loses the newest writes, and with them the volume"
        {...field('cacheAcceptsLoss', { type: 'checkbox' })}
      />
    ) : null}
  </>
);
