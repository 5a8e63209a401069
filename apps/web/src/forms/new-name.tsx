import { TextInput } from '@mantine/core';
import type { Field } from './use-schema-form.js';

/** The name of a new object, first in its dialog. */
export const NewName = ({ field }: { field: Field }) => (
  <TextInput label="Name" description="a-z, 0-9 and “-”. Cannot be changed." autoComplete="off" data-autofocus {...field('name')} />
);
