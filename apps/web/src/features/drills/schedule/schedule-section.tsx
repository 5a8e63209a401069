import { useState } from 'react';
import { api } from '../../../api/client.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Section } from '../../../ui/page.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { drillWords } from '../drill-words.js';
import { RemoveScheduleDialog, ScheduleDialog } from './schedule-dialogs.js';
import { whenText } from './schedule-schema.js';

/** Drills that begin by themselves: a setting of the cluster, shown where its drills are. */
export function ScheduleSection() {
  const { data: settings } = api.useQuery('get', '/api/v1/settings');
  const refused = usePermissionRefusal('settings:change');
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const close = () => setOpen(null);
  if (!settings) return null;
  const { drillSchedule: schedule } = settings;
  return (
    <Section title="Schedule">
      <p>
        {schedule
          ? `${whenText(schedule)}, on a scratch volume: ${schedule.kinds.map((kind) => drillWords[kind].toLowerCase()).join(', then ')}.`
          : 'No drill begins by itself.'}
      </p>
      <p className="row">
        <ActionButton refusedBecause={refused} onClick={() => setOpen('set')}>
          {schedule ? 'Change schedule…' : 'Set schedule…'}
        </ActionButton>
        {schedule ? (
          <ActionButton refusedBecause={refused} onClick={() => setOpen('remove')}>
            Remove schedule…
          </ActionButton>
        ) : null}
      </p>
      {open === 'set' ? <ScheduleDialog settings={settings} onClose={close} /> : null}
      {open === 'remove' ? <RemoveScheduleDialog settings={settings} onClose={close} /> : null}
    </Section>
  );
}
