import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Drive } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';
import { driveRefusal } from './drive-refusals.js';

/** Lazy chunks: rows render before them. */
const TakeDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.TakeDialog })));
const ReleaseDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.ReleaseDialog })));
const WipeDialog = lazy(() => import('./wipe-dialog.js').then((module) => ({ default: module.WipeDialog })));

type DriveChange = 'take' | 'wipe' | 'release';
export type OnDriveChange = (open: { what: DriveChange; drive: Drive }) => void;

interface Props {
  drive: Drive;
  size?: 'xs' | 'compact-xs';
  /** The dialog is outside the list, so that it can show its job to the end after the row has left the filtered list. */
  onOpen: OnDriveChange;
}

/** The one or two actions that make sense in the drive's state. Rows omit the others to reduce clutter. */
export function DriveActions({ drive, size = 'compact-xs', onOpen }: Props) {
  const operator = useRoleRefusal('operator');
  const administrator = useRoleRefusal('administrator');
  const open = (what: DriveChange) => () => onOpen({ what, drive });
  return (
    <>
      {drive.state === 'available' || drive.state === 'taking' ? (
        <ActionButton size={size} refusedBecause={operator ?? driveRefusal('take', drive)} onClick={open('take')}>
          Take…
        </ActionButton>
      ) : null}
      {drive.state === 'occupied' || drive.state === 'wiping' ? (
        <ActionButton data-danger size={size} refusedBecause={administrator ?? driveRefusal('wipe', drive)} onClick={open('wipe')}>
          Wipe…
        </ActionButton>
      ) : null}
      {drive.state === 'in-service' || drive.state === 'missing' || drive.state === 'releasing' ? (
        <ActionButton size={size} refusedBecause={operator ?? driveRefusal('release', drive)} onClick={open('release')}>
          Release…
        </ActionButton>
      ) : null}
    </>
  );
}

/** For a list or a page of drives: the function that opens a dialog, and the dialog, which stays until the user closes it. */
export function useDriveDialog(): { onOpen: OnDriveChange; dialog: ReactNode } {
  const [open, setOpen] = useState<Parameters<OnDriveChange>[0] | null>(null);
  const close = () => setOpen(null);
  const dialog = (
    <Suspense fallback={null}>
      {open?.what === 'take' ? <TakeDialog drive={open.drive} onClose={close} /> : null}
      {open?.what === 'wipe' ? <WipeDialog drive={open.drive} onClose={close} /> : null}
      {open?.what === 'release' ? <ReleaseDialog drive={open.drive} onClose={close} /> : null}
    </Suspense>
  );
  return { onOpen: setOpen, dialog };
}
