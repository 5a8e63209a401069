import { TextInput } from '@mantine/core';
import type { Field } from '../../../forms/use-schema-form.js';

export const WHOSE_BUDGET =
  'Each slice (top-level cgroup) of the client has the whole budget for itself; the root cgroup has no limit. These are not limits of the volume.';

/** The four limits per client. An empty field is no limit. */
export const LimitFields = ({ field }: { field: Field }) => (
  <>
    <TextInput label="Reads, bytes per second" description={WHOSE_BUDGET} placeholder="no limit, or 200MiB" {...field('readRate')} />
    <TextInput label="Writes, bytes per second" placeholder="no limit, or 200MiB" {...field('writeRate')} />
    <TextInput label="Reads, requests per second" placeholder="no limit" inputMode="numeric" {...field('readIops')} />
    <TextInput label="Writes, requests per second" placeholder="no limit" inputMode="numeric" {...field('writeIops')} />
  </>
);
