import { type FocusEvent, type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';

/** With what finds a place for it on the screen: loaded when it is first needed. */
const ReasonTip = lazy(() => import('./reason-tip.js').then((module) => ({ default: module.ReasonTip })));

interface Handlers {
  onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
  onMouseLeave?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Why something cannot be done, beside it while the pointer or the focus is on it. Until then there is nothing of it: a table that is scrolled makes a
 * hundred such buttons a second.
 */
export function useReason(reason: string | null): { on: Handlers; shown: ReactNode } {
  const [at, setAt] = useState<HTMLElement | null>(null);
  if (reason === null) return { on: {}, shown: null };
  return {
    on: {
      onMouseEnter: ({ currentTarget }) => setAt(currentTarget),
      onMouseLeave: ({ currentTarget }) => {
        if (document.activeElement !== currentTarget) setAt(null);
      },
      onFocus: ({ currentTarget }) => setAt(currentTarget),
      onBlur: () => setAt(null),
      onKeyDown: ({ key }) => {
        if (key === 'Escape') setAt(null);
      },
    },
    shown: at ? (
      <Suspense fallback={null}>
        <ReasonTip at={at} reason={reason} />
      </Suspense>
    ) : null,
  };
}
