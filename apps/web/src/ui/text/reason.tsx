import { type FocusEvent, type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';

/** A lazy chunk together with the positioning library: loaded when it is first needed. */
const ReasonTip = lazy(() => import('./reason-tip.js').then((module) => ({ default: module.ReasonTip })));

interface Handlers {
  onMouseEnter?: (event: MouseEvent<HTMLElement>) => void;
  onMouseLeave?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Shows why an action is not possible, while the pointer or the focus is on its element. Renders nothing before that: scrolling a table creates a
 * hundred such buttons per second.
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
