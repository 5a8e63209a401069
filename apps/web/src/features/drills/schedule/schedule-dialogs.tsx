import { Checkbox, TextInput } from '@mantine/core';
import { drillKinds } from '@weft/shared/kinds/drills/drill';
import type { Settings } from '../../../api/types.js';
import styles from '../../../forms/form.module.css';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { useSettingsUpdate } from '../../settings/use-settings-update.js';
import { ScratchFields } from '../create/scratch-fields.js';
import { drillWords } from '../drill-words.js';
import { formOfSchedule, requiredOfSchedule, scheduleSchema, whenText } from './schedule-schema.js';

interface Props {
  settings: Settings;
  onClose: () => void;
}

export function ScheduleDialog({ settings, onClose }: Props) {
  const { update, base, requestOf } = useSettingsUpdate(settings, onClose);
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: formOfSchedule(base.drillSchedule),
    schema: scheduleSchema,
    required: requiredOfSchedule,
    error: update.error,
  });
  const request = body && requestOf({ drillSchedule: body });
  return (
    <PlanDialog
      title="Schedule of drills"
      action="Set schedule"
      refusedBecause={refusedBecause}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <TextInput label="Days from drill to drill" inputMode="numeric" data-autofocus {...field('everyDays')} />
      <TextInput
        label="Hour of the day, UTC"
        description="A drill begins within this hour, or not on that day."
        inputMode="numeric"
        {...field('hour')}
      />
      <Checkbox.Group label="Faults, one after the other" {...field('kinds')}>
        <div className={styles.checks}>
          {drillKinds.map((kind) => (
            <Checkbox key={kind} size="xs" value={kind} label={drillWords[kind]} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput label="Time of the fault, seconds" inputMode="numeric" {...field('faultSeconds')} />
      <ScratchFields field={field} />
    </PlanDialog>
  );
}

export function RemoveScheduleDialog({ settings, onClose }: Props) {
  const { update, base, requestOf } = useSettingsUpdate(settings, onClose);
  const request = requestOf({ drillSchedule: null });
  return (
    <PlanDialog
      title="Schedule of drills"
      action="Remove schedule"
      refusedBecause={null}
      pending={update.isPending}
      error={update.error}
      request={request}
      onApply={() => update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        No drill begins by itself any more{base.drillSchedule ? ` (now: ${whenText(base.drillSchedule).toLowerCase()})` : ''}. The drills
        that have run stay.
      </p>
    </PlanDialog>
  );
}
