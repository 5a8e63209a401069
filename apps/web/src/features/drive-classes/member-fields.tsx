import { SegmentedControl } from '@mantine/core';
import type { Field } from '../../forms/use-schema-form.js';
import type { ClassForm } from './class-schema.js';
import { DriveChoice } from './drive-choice.js';
import { SelectorFields } from './selector-fields.js';

/** Drives of a class: by selector, or one by one. */
export function MemberFields({ field, values: { by, nodeIds } }: { field: Field; values: ClassForm }) {
  return (
    <>
      <SegmentedControl
        aria-label="Members"
        size="xs"
        value={by}
        onChange={field('by').onChange}
        data={[
          { value: 'selector', label: 'By properties' },
          { value: 'list', label: 'By serial' },
        ]}
      />
      {by === 'selector' ? <SelectorFields field={field} nodeIds={nodeIds} /> : <DriveChoice {...field('driveIds')} />}
    </>
  );
}
