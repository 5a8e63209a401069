import { NativeSelect, TextInput } from '@mantine/core';
import type { Field } from '../../../forms/use-schema-form.js';
import { useDriveClassChoices, useNodeChoices } from '../../use-choices.js';

/** Where the scratch volume of a drill is made, and how. */
export function ScratchFields({ field }: { field: Field }) {
  const nodes = useNodeChoices() ?? [];
  const classes = useDriveClassChoices();
  return (
    <>
      <NativeSelect
        label="Client"
        data={[{ value: '', label: 'Choose…' }, ...nodes.map(({ value, label }) => ({ value, label }))]}
        {...field('client')}
      />
      <TextInput label="Size" {...field('size')} />
      <NativeSelect
        label="Drive class"
        data={[{ value: '', label: 'Choose…' }, ...classes.map(({ value, label }) => ({ value, label }))]}
        {...field('driveClassId')}
      />
      <NativeSelect label="Protection" data={['raid1', 'raid10']} {...field('protection')} />
      <NativeSelect label="Transport" data={['rdma', 'tcp']} {...field('transport')} />
    </>
  );
}
