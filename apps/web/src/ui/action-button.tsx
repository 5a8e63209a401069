import { Button, type ButtonProps } from '@mantine/core';
import { useReason } from './text/reason.js';

interface Props extends ButtonProps {
  children: string;
  /** Why it cannot be done now, or null. The button stays in reach, so that the reason can be read by everybody. */
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
