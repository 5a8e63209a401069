import { lazy, Suspense, useState } from 'react';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { type Action, ActionLink, Actions } from '../../ui/actions/actions.js';
import { drivePlace, schedulingRefusal } from '../scheduling/place.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { type OnDriveChange, useDriveAction } from './drive-actions.js';
import { driveRefusal } from './drive-refusals.js';

const EvictDialog = lazy(() => import('../scheduling/evict-dialog.js').then((module) => ({ default: module.EvictDialog })));
const CordonDialog = lazy(() => import('../scheduling/cordon-dialog.js').then((module) => ({ default: module.CordonDialog })));
const UncordonDialog = lazy(() => import('../scheduling/cordon-dialog.js').then((module) => ({ default: module.UncordonDialog })));

/** The actions of a drive's page: what its state asks for comes first; in service, that is the eviction that precedes its replacement. */
export function DrivePageActions({ drive, onOpen }: { drive: Drive; onOpen: OnDriveChange }) {
  const [open, setOpen] = useState<'cordon' | 'uncordon' | 'evict' | null>(null);
  const operator = usePermissionRefusal('drive:change');
  const wiper = usePermissionRefusal('drive:wipe');
  const change = useDriveAction(onOpen)(drive);
  const place = drivePlace(drive);
  const close = () => setOpen(null);
  const toOpen = drive.scheduling === 'open' ? 'cordon' : 'uncordon';
  const evict: Action = {
    label: 'Evict…',
    refusedBecause: operator ?? driveRefusal('evict', drive) ?? schedulingRefusal('evict', place),
    onClick: () => setOpen('evict'),
  };
  const schedule: Action = {
    label: toOpen === 'cordon' ? 'Cordon…' : 'Open again…',
    refusedBecause: operator ?? schedulingRefusal(toOpen, place),
    onClick: () => setOpen(toOpen),
  };
  const inService = drive.state === 'in-service';
  const primary = inService ? evict : change;
  const wipe: Action = {
    label: 'Wipe…',
    refusedBecause: wiper ?? driveRefusal('wipe', drive),
    isDangerous: true,
    onClick: () => onOpen({ what: 'wipe', drive }),
  };
  return (
    <>
      <Actions
        primary={primary}
        links={
          <>
            <ActionLink {...paths.topology(`drive:${drive.id}`)}>Topology</ActionLink>
            <ActionLink {...paths.wipeRecords({ driveId: drive.id })}>Wipe records</ActionLink>
          </>
        }
        more={[
          ...(inService ? [] : [evict]),
          schedule,
          ...(inService && change ? [change] : []),
          ...(drive.state === 'available' ? [wipe] : []),
        ]}
      />
      <Suspense fallback={null}>
        {open === 'evict' ? <EvictDialog {...place} onClose={close} /> : null}
        {open === 'cordon' ? <CordonDialog place={place} onClose={close} /> : null}
        {open === 'uncordon' ? <UncordonDialog place={place} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
