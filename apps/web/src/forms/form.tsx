import type { MouseEvent, ReactNode } from 'react';

interface Props {
  label?: string;
  className?: string | undefined;
  /** Why it cannot be sent now, or null. */
  refusedBecause: string | null;
  pending: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * A form is not sent while a field is wrong: the first such field gets the focus, and with it screen readers read its message. Browsers click the
 * submit button for Enter in a field too.
 */
function focusWrongField({ target, currentTarget }: MouseEvent<HTMLFormElement>) {
  const isRefused = target instanceof Element && target.closest('[type="submit"][aria-disabled="true"]') !== null;
  if (isRefused) currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Sends once, and only what may be sent. Its fields show their own errors, not the browser's. */
export const Form = ({ label, className = 'stack', refusedBecause, pending, onSubmit, children }: Props) => (
  <form
    className={className}
    aria-label={label}
    noValidate
    onClickCapture={focusWrongField}
    onSubmit={(event) => {
      event.preventDefault();
      if (refusedBecause === null && !pending) onSubmit();
    }}
  >
    {children}
  </form>
);
