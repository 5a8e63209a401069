import { lazy, Suspense, useState } from 'react';
import type { Drive } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { drivePlace, schedulingRefusal } from '../scheduling/place.js';
import { useRoleRefusal } from '../session/use-session.js';
import { driveRefusal } from './drive-refusals.js';

const EvictDialog = lazy(() => import('../scheduling/evict-dialog.js').then((module) => ({ default: module.EvictDialog })));
const CordonDialog = lazy(() => import('../scheduling/cordon-dialog.js').then((module) => ({ default: module.CordonDialog })));
const UncordonDialog = lazy(() => import('../scheduling/cordon-dialog.js').then((module) => ({ default: module.UncordonDialog })));

/** Cordons a drive against new legs, and evicts its legs. */
export function DriveScheduling({ drive }: { drive: Drive }) {
  const [open, setOpen] = useState<'cordon' | 'uncordon' | 'evict' | null>(null);
  const operator = useRoleRefusal('operator');
  const place = drivePlace(drive);
  const close = () => setOpen(null);
  const toOpen = drive.scheduling === 'open' ? 'cordon' : 'uncordon';
  return (
    <>
      <ActionButton
        refusedBecause={operator ?? driveRefusal('evict', drive) ?? schedulingRefusal('evict', place)}
        onClick={() => setOpen('evict')}
      >
        Evict…
      </ActionButton>
      <ActionButton refusedBecause={operator ?? schedulingRefusal(toOpen, place)} onClick={() => setOpen(toOpen)}>
        {toOpen === 'cordon' ? 'Cordon…' : 'Open again…'}
      </ActionButton>
      <Suspense fallback={null}>
        {open === 'evict' ? <EvictDialog {...place} onClose={close} /> : null}
        {open === 'cordon' ? <CordonDialog place={place} onClose={close} /> : null}
        {open === 'uncordon' ? <UncordonDialog place={place} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
