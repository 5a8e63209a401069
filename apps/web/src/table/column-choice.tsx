import { Button, Checkbox, Popover } from '@mantine/core';
import type { Column } from './column.js';

interface Props<T> {
  columns: readonly Column<T>[];
  isShown: (column: Column<T>) => boolean;
  onToggle: (name: string) => void;
}

export const ColumnChoice = <T,>({ columns, isShown, onToggle }: Props<T>) => (
  <Popover position="bottom-end" trapFocus transitionProps={{ duration: 0 }}>
    <Popover.Target>
      <Button variant="default" size="compact-xs">
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <fieldset className="stack" aria-label="Columns that are shown">
        {columns
          .filter(({ fixed }) => fixed !== true)
          .map((column) => (
            <Checkbox key={column.name} size="xs" label={column.name} checked={isShown(column)} onChange={() => onToggle(column.name)} />
          ))}
      </fieldset>
    </Popover.Dropdown>
  </Popover>
);
