import { TextInput } from '@mantine/core';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Volume } from '../../api/types.js';
import { useBase } from '../../forms/use-base.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { scheduleFormSchema } from './snapshot-schema.js';
import { scheduleText } from './snapshot-words.js';

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** Changes when the server takes snapshots by itself. */
export function ScheduleDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const update = api.useMutation('patch', '/api/v1/volumes/{id}', { meta: { inline: true } });
  const base = useBase(volume, update.error, update.reset);
  const values = { everyHours: textOf(base.snapshotSchedule?.everyHours), keep: textOf(base.snapshotSchedule?.keep) };
  const form = useSchemaForm({ values, schema: scheduleFormSchema, required: {}, error: update.error });
  const request =
    form.body && apiRequest('patch', '/api/v1/volumes/{id}', { params: { path: { id: base.id }, header: ifMatch(base) }, body: form.body });
  return (
    <PlanDialog
      title={`Scheduled snapshots of ${volume.name}`}
      action="Change the schedule"
      refusedBecause={update.isSuccess ? null : form.refusedBecause}
      pending={update.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={update.data ? { text: scheduleText(update.data.snapshotSchedule) } : null}
      onClose={onClose}
    >
      <TextInput label="Hours between snapshots" description="24: one a day. Empty: none." {...form.field('everyHours')} />
      <TextInput label="Snapshots that are kept" description="The oldest one beyond them is deleted." {...form.field('keep')} />
      <PlanSteps
        steps={[
          { node: null, what: 'the first snapshot is taken an interval from now; what a time without servers missed is taken once' },
          { node: null, what: 'only scheduled snapshots count and are deleted, and none that is attached' },
        ]}
      />
    </PlanDialog>
  );
}
