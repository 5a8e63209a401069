import { Button } from '@mantine/core';
import { ActionButton } from '../ui/actions/action-button.js';

interface Props {
  action: string;
  /** For irreversible actions: red. */
  isGrave?: boolean;
  pending: boolean;
  refusedBecause: string | null;
  onCancel: () => void;
}

/** Buttons at the end of a form: submit, or the reason why it is not possible now, and cancel. */
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
