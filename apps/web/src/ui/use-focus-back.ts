import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before the component came, when the component goes; where that is gone too, to the page's content.
 * Mantine's own does so only for a dialog that stays there while it is closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // When it is gone from the document, and its focus with it; not where somebody has already gone on.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        const back =
          before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.getElementById('content');
        back?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
