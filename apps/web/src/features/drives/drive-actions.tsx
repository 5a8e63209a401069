import { lazy, Suspense, useState } from 'react';
import type { Drive } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';
import { driveRefusal } from './drive-refusals.js';

/** Pieces of their own: rows are there before them. */
const TakeDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.TakeDialog })));
const ReleaseDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.ReleaseDialog })));
const WipeDialog = lazy(() => import('./wipe-dialog.js').then((module) => ({ default: module.WipeDialog })));

/** The one or two things that make sense for a drive as it is; what does not is left out of rows, so that they stay calm. */
export function DriveActions({ drive }: { drive: Drive }) {
  const operator = useRoleRefusal('operator');
  const administrator = useRoleRefusal('administrator');
  const [open, setOpen] = useState<'take' | 'wipe' | 'release' | null>(null);
  const close = () => setOpen(null);
  return (
    <span className="row">
      {drive.state === 'available' || drive.state === 'taking' ? (
        <ActionButton size="compact-xs" refusedBecause={operator ?? driveRefusal('take', drive)} onClick={() => setOpen('take')}>
          Take…
        </ActionButton>
      ) : null}
      {drive.state === 'occupied' || drive.state === 'wiping' ? (
        <ActionButton size="compact-xs" refusedBecause={administrator ?? driveRefusal('wipe', drive)} onClick={() => setOpen('wipe')}>
          Wipe…
        </ActionButton>
      ) : null}
      {drive.state === 'in-service' || drive.state === 'missing' || drive.state === 'releasing' ? (
        <ActionButton size="compact-xs" refusedBecause={operator ?? driveRefusal('release', drive)} onClick={() => setOpen('release')}>
          Release…
        </ActionButton>
      ) : null}
      <Suspense fallback={null}>
        {open === 'take' ? <TakeDialog drive={drive} onClose={close} /> : null}
        {open === 'wipe' ? <WipeDialog drive={drive} onClose={close} /> : null}
        {open === 'release' ? <ReleaseDialog drive={drive} onClose={close} /> : null}
      </Suspense>
    </span>
  );
}
