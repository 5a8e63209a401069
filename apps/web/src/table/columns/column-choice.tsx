import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Column } from './column.js';

/** A lazy chunk together with the positioning library: loaded when it is first needed. */
const ColumnPopover = lazy(() => import('./column-popover.js').then((module) => ({ default: module.ColumnPopover })));

interface Props<T> {
  columns: readonly Column<T>[];
  isShown: (column: Column<T>) => boolean;
  onToggle: (name: string) => void;
}

/** Selects the visible columns of a table. */
export function ColumnChoice<T>({ columns, isShown, onToggle }: Props<T>) {
  const [isAsked, setAsked] = useState(false);
  const target = (
    <Button variant="default" size="compact-xs" {...(isAsked ? {} : { onClick: () => setAsked(true) })}>
      Columns
    </Button>
  );
  if (!isAsked) return target;
  const choices = columns.filter(({ fixed }) => fixed !== true).map((column) => ({ name: column.name, isShown: isShown(column) }));
  return (
    <Suspense fallback={target}>
      <ColumnPopover choices={choices} onToggle={onToggle} target={target} />
    </Suspense>
  );
}
