import { Button, type ButtonProps } from '@mantine/core';
import { useReason } from '../text/reason.js';

interface Props extends ButtonProps {
  children: string;
  /** Why the action is not possible now, or null. The button stays focusable, so that everybody can read the reason. */
  refusedBecause: string | null;
  type?: 'button' | 'submit';
  onClick?: () => void;
}

export function ActionButton({ children, refusedBecause, onClick, ...rest }: Props) {
  const reason = useReason(refusedBecause);
  return (
    <>
      <Button
        variant="default"
        {...rest}
        {...reason.on}
        {...(refusedBecause === null ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': refusedBecause })}
        onClick={refusedBecause === null ? onClick : (event) => event.preventDefault()}
      >
        {children}
      </Button>
      {reason.shown}
    </>
  );
}
