import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ActionButton } from '../../ui/action-button.js';
import { roleRefusal, useUser } from '../session/use-session.js';
import type { BulkAction } from './bulk-action.js';

const BulkDialog = lazy(() => import('./bulk-dialog.js').then((module) => ({ default: module.BulkDialog })));

interface Props<T> {
  actions: readonly BulkAction<T>[];
  rows: readonly T[];
  onClear: () => void;
}

/** What can be done to the rows that are ticked. What can be done to none of them says why. */
export function BulkActions<T extends { id: string }>({ actions, rows, onClear }: Props<T>) {
  const user = useUser();
  const [open, setOpen] = useState<{ action: BulkAction<T>; rows: readonly T[] } | null>(null);
  const refusal = (action: BulkAction<T>) => {
    const refusals = rows.map((row) => action.refusal(row));
    return roleRefusal(user, action.role) ?? (refusals.includes(null) ? null : (refusals[0] ?? null));
  };
  return (
    <>
      {actions.map((action) => (
        <ActionButton key={action.label} size="compact-xs" refusedBecause={refusal(action)} onClick={() => setOpen({ action, rows })}>
          {action.label}
        </ActionButton>
      ))}
      <Button size="compact-xs" variant="default" onClick={onClear}>
        Clear
      </Button>
      <Suspense fallback={null}>
        {open ? (
          <BulkDialog
            action={open.action}
            objects={open.rows}
            onClose={() => {
              setOpen(null);
              onClear();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
