import { lazy, Suspense, useState } from 'react';
import type { PlanChange } from '../../api/types.js';
import styles from './plan-commands.module.css';

/** Lazy chunk: it needs the whole catalogue of messages. */
const PlannedCommands = lazy(() => import('./planned-commands.js').then((module) => ({ default: module.PlannedCommands })));

/** The exact commands of a change, before the user requests it; computed when the user opens the section. `of`: which of several changes. */
export function PlanCommands({ change, of }: { change: PlanChange | null; of?: string }) {
  const [isOpen, setOpen] = useState(false);
  if (change === null) return null;
  return (
    <details className={styles.commands} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Commands, by node{of === undefined ? '' : `: ${of}`}</summary>
      {isOpen ? (
        <Suspense fallback={null}>
          <PlannedCommands change={change} />
        </Suspense>
      ) : null}
    </details>
  );
}
