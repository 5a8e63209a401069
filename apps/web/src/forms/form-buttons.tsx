import { Button } from '@mantine/core';
import { ActionButton } from '../ui/action-button.js';

interface Props {
  action: string;
  /** For what cannot be undone: red. */
  isGrave?: boolean;
  pending: boolean;
  refusedBecause: string | null;
  onCancel: () => void;
}

/** The end of a form: what it does, or why it cannot be done now, and the way out. */
export const FormButtons = ({ action, isGrave = false, pending, refusedBecause, onCancel }: Props) => (
  <div className="row">
    <ActionButton type="submit" variant="filled" {...(isGrave ? { color: 'red' } : {})} loading={pending} refusedBecause={refusedBecause}>
      {action}
    </ActionButton>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);
