import { Button, type ButtonProps, Tooltip } from '@mantine/core';

interface Props extends ButtonProps {
  children: string;
  /** Why it cannot be done now, or null. The button stays in reach, so that the reason can be read by everybody. */
  refusedBecause: string | null;
  type?: 'button' | 'submit';
  onClick?: () => void;
}

export function ActionButton({ children, refusedBecause, onClick, ...rest }: Props) {
  const button = (
    <Button
      variant="default"
      {...rest}
      {...(refusedBecause === null ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': refusedBecause })}
      onClick={refusedBecause === null ? onClick : (event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
  return refusedBecause === null ? (
    button
  ) : (
    <Tooltip label={refusedBecause} maw={320}>
      {button}
    </Tooltip>
  );
}
