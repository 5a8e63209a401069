import { Checkbox, Popover } from '@mantine/core';
import type { ReactElement } from 'react';

interface Props {
  choices: readonly { name: string; isShown: boolean }[];
  onToggle: (name: string) => void;
  /** The element that opens and closes the popover. */
  target: ReactElement;
}

/** Open from the start, because it is created on the first click. */
export const ColumnPopover = ({ choices, onToggle, target }: Props) => (
  <Popover defaultOpened position="bottom-end" trapFocus transitionProps={{ duration: 0 }}>
    <Popover.Target>{target}</Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <fieldset className="stack" aria-label="Columns that are shown">
        {choices.map(({ name, isShown }) => (
          <Checkbox key={name} size="xs" label={name} checked={isShown} onChange={() => onToggle(name)} />
        ))}
      </fieldset>
    </Popover.Dropdown>
  </Popover>
);
