import { SegmentedControl } from '@mantine/core';
import type { ClassForm } from './class-form.js';
import { DriveChoice } from './drive-choice.js';
import { SelectorFields } from './selector-fields.js';

interface Props {
  form: ClassForm;
  errors: Partial<Record<keyof ClassForm, string>>;
  set: (change: Partial<ClassForm>) => void;
}

/** Drives of a class: by selector, or one by one. */
export const MemberFields = ({ form, errors, set }: Props) => (
  <>
    <SegmentedControl
      aria-label="Drives belong to it"
      size="xs"
      value={form.by}
      onChange={(by) => set({ by: by as ClassForm['by'] })}
      data={[
        { value: 'selector', label: 'Whatever fits' },
        { value: 'list', label: 'One by one' },
      ]}
    />
    {form.by === 'selector' ? (
      <SelectorFields form={form} errors={errors} set={set} />
    ) : (
      <DriveChoice value={form.driveIds} onChange={(driveIds) => set({ driveIds })} />
    )}
  </>
);
