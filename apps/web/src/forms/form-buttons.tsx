import { Button } from '@mantine/core';
import { ActionButton } from '../ui/action-button.js';
import styles from './form.module.css';

interface Props {
  action: string;
  /** For irreversible actions: red. */
  isGrave?: boolean;
  pending: boolean;
  refusedBecause: string | null;
  onCancel: () => void;
}

/** Buttons at the end of a form: submit, or the reason why it is not possible now, and cancel. They stay in sight in a dialog that scrolls. */
export const FormButtons = ({ action, isGrave = false, pending, refusedBecause, onCancel }: Props) => (
  <div className={`row ${styles.buttons}`}>
    <ActionButton type="submit" variant="filled" {...(isGrave ? { color: 'red' } : {})} loading={pending} refusedBecause={refusedBecause}>
      {action}
    </ActionButton>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </div>
);
