import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ActionButton } from '../../ui/actions/action-button.js';
import { permissionRefusal, useUser } from '../session/use-session.js';
import type { BulkAction } from './bulk-action.js';

const BulkDialog = lazy(() => import('./bulk-dialog.js').then((module) => ({ default: module.BulkDialog })));

interface Open<T> {
  action: BulkAction<T>;
  rows: readonly T[];
  onClear: () => void;
}

/**
 * Actions on the selected rows: `buttons` for the list, and `dialog`, which a page renders outside its list.
 * The dialog stays until the user closes it: the action may remove the rows from the filtered list.
 */
export function useBulk<T extends { id: string }>(actions: readonly BulkAction<T>[]) {
  const [open, setOpen] = useState<Open<T> | null>(null);
  const buttons = (rows: readonly T[], onClear: () => void): ReactNode => (
    <BulkButtons actions={actions} rows={rows} onOpen={(action) => setOpen({ action, rows, onClear })} onClear={onClear} />
  );
  const dialog = (
    <Suspense fallback={null}>
      {open ? (
        <BulkDialog
          action={open.action}
          objects={open.rows}
          onClose={() => {
            setOpen(null);
            open.onClear();
          }}
        />
      ) : null}
    </Suspense>
  );
  return { buttons, dialog };
}

interface Props<T> {
  actions: readonly BulkAction<T>[];
  rows: readonly T[];
  onOpen: (action: BulkAction<T>) => void;
  onClear: () => void;
}

/** An action that is possible for none of the rows shows the reason. */
function BulkButtons<T>({ actions, rows, onOpen, onClear }: Props<T>) {
  const user = useUser();
  const refusal = ({ permission, refusal: refusalOf }: BulkAction<T>) => {
    if (rows.length === 0) return 'None of the selected objects is in the list now.';
    const refusals = rows.map((row) => refusalOf(row));
    return permissionRefusal(user, permission) ?? (refusals.includes(null) ? null : (refusals[0] ?? null));
  };
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action.label} size="compact-xs" refusedBecause={refusal(action)} onClick={() => onOpen(action)}>
          {action.label}
        </ActionButton>
      ))}
      <Button size="compact-xs" variant="default" onClick={onClear}>
        Clear
      </Button>
    </>
  );
}
