import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Drive } from '../../api/types.js';
import { type Action, RowAction } from '../../ui/actions/actions.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { driveRefusal } from './drive-refusals.js';

/** Lazy chunks: rows render before them. */
const TakeDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.TakeDialog })));
const ReleaseDialog = lazy(() => import('./service-dialog.js').then((module) => ({ default: module.ReleaseDialog })));
const WipeDialog = lazy(() => import('./wipe-dialog.js').then((module) => ({ default: module.WipeDialog })));

type DriveChange = 'take' | 'wipe' | 'release';

const LABELS: Record<DriveChange, string> = { take: 'Take…', wipe: 'Wipe…', release: 'Release…' };
/** The change that makes sense in a state; others are refused or would do nothing. */
const CHANGES: Partial<Record<Drive['state'], DriveChange>> = {
  available: 'take',
  taking: 'take',
  occupied: 'wipe',
  wiping: 'wipe',
  'in-service': 'release',
  missing: 'release',
  releasing: 'release',
};

export type OnDriveChange = (open: { what: DriveChange; drive: Drive }) => void;

/** The dialog is outside of the list, so that it can show its job to the end after the row has left the filtered list. */
export function useDriveAction(onOpen: OnDriveChange): (drive: Drive) => Action | null {
  const change = usePermissionRefusal('drive:change');
  const wipe = usePermissionRefusal('drive:wipe');
  return (drive) => {
    const what = CHANGES[drive.state];
    if (what === undefined) return null;
    return {
      label: LABELS[what],
      refusedBecause: (what === 'wipe' ? wipe : change) ?? driveRefusal(what, drive),
      isDangerous: what === 'wipe',
      onClick: () => onOpen({ what, drive }),
    };
  };
}

/** The one action that makes sense in the drive's state, for its row. */
export function DriveActions({ drive, onOpen }: { drive: Drive; onOpen: OnDriveChange }) {
  const action = useDriveAction(onOpen)(drive);
  return action ? <RowAction action={action} /> : null;
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
