import { formatBytes } from '@weft/shared/units';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Snapshot, Volume } from '../../api/types.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { heldText, scheduleText, snapshotRefusal, takeRefusal } from './snapshot-words.js';

const TakeDialog = lazy(() => import('./snapshot-dialogs.js').then((module) => ({ default: module.TakeDialog })));
const ScheduleDialog = lazy(() => import('./schedule-dialog.js').then((module) => ({ default: module.ScheduleDialog })));
const OneDialog = lazy(() => import('./snapshot-dialogs.js').then((module) => ({ default: module.OneDialog })));

type Open = { what: 'take' | 'schedule' } | { what: 'clone' | 'roll-back' | 'delete'; snapshot: Snapshot };

/** More than a person reads at once; the command line lists all. */
const MOST_SHOWN = 100;
/** A snapshot is taken within seconds, and no event tells of it. */
const REFRESH_MS = 3000;

/** Snapshots of one volume, newest first, and their schedule. */
export function SnapshotsPanel({ volume }: { volume: Volume }) {
  const query = { volumeId: volume.id, sort: '-createdAt' as const, limit: MOST_SHOWN };
  const snapshots = api.useQuery('get', '/api/v1/snapshots', { params: { query } }, { refetchInterval: REFRESH_MS });
  const [open, setOpen] = useState<Open | null>(null);
  const create = usePermissionRefusal('snapshot:create');
  const change = usePermissionRefusal('volume:change');
  const close = () => setOpen(null);
  return (
    <Section
      title="Snapshots"
      actions={
        <span className="row">
          <ActionButton size="compact-sm" refusedBecause={create ?? takeRefusal(volume)} onClick={() => setOpen({ what: 'take' })}>
            Take snapshot…
          </ActionButton>
          <ActionButton size="compact-sm" refusedBecause={change} onClick={() => setOpen({ what: 'schedule' })}>
            Schedule…
          </ActionButton>
        </span>
      }
    >
      <Properties items={[['Schedule', scheduleText(volume.snapshotSchedule)]]} />
      <Loaded of={snapshots} gone="There is no such volume.">
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No snapshots yet.</Empty>
          ) : (
            <ul className="lines" aria-label="Snapshots">
              {items.map((snapshot) => (
                <SnapshotItem key={snapshot.id} snapshot={snapshot} volume={volume} onOpen={setOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open?.what === 'take' ? <TakeDialog volume={volume} onClose={close} /> : null}
        {open?.what === 'schedule' ? <ScheduleDialog volume={volume} onClose={close} /> : null}
        {open && 'snapshot' in open ? <OneDialog {...open} volume={volume} onClose={close} /> : null}
      </Suspense>
    </Section>
  );
}

function SnapshotItem({ snapshot, volume, onOpen }: { snapshot: Snapshot; volume: Volume; onOpen: (open: Open) => void }) {
  const clone = usePermissionRefusal('volume:create');
  const rollBack = usePermissionRefusal('snapshot:roll-back');
  const remove = usePermissionRefusal('snapshot:delete');
  const { name, state, takenAt, origin, mappedBytes, description } = snapshot;
  return (
    <li>
      <p className="written">
        {name}
        {description === '' ? '' : `: ${description}`}
      </p>
      <div className="row ends">
        <span className="dimmed">
          {state === 'ready' && takenAt ? <Time at={takenAt} /> : state}, {origin === 'schedule' ? 'by the schedule' : 'by a person'},{' '}
          {heldText(snapshot)}
          {mappedBytes === null ? '' : `, ${formatBytes(mappedBytes)} with shared blocks`}
        </span>
        <span className="row">
          <ActionButton
            size="compact-xs"
            refusedBecause={clone ?? snapshotRefusal('clone', snapshot, volume)}
            onClick={() => onOpen({ what: 'clone', snapshot })}
          >
            Clone…
          </ActionButton>
          <ActionButton
            size="compact-xs"
            refusedBecause={rollBack ?? snapshotRefusal('roll-back', snapshot, volume)}
            onClick={() => onOpen({ what: 'roll-back', snapshot })}
          >
            Roll back…
          </ActionButton>
          <ActionButton
            size="compact-xs"
            refusedBecause={remove ?? snapshotRefusal('delete', snapshot, volume)}
            onClick={() => onOpen({ what: 'delete', snapshot })}
          >
            Delete snapshot…
          </ActionButton>
        </span>
      </div>
    </li>
  );
}
