import { useEffect, useState } from 'react';

/**
 * When the component unmounts, returns the focus to the element that had it before, or to the page's content if that element is gone too.
 * Mantine's own focus return works only for a dialog that stays mounted while closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Runs after the element and its focus have left the document; does nothing if the focus is already elsewhere.
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
