import { useEffect } from 'react';

/**
 * A row that goes with what was done to it takes the focus with it, and the browser says nothing of that: then the row that has its place now has the
 * focus, or where there is none the page's content.
 * @param focused index of the row that had the focus; null: none had
 */
export function useKeptFocus(body: HTMLElement | null, focused: number | null, total: number | undefined): void {
  useEffect(() => {
    if (focused === null || total === undefined || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const row = body?.isConnected ? body.querySelector(`tr[data-index="${Math.min(focused, total - 1)}"]`) : null;
    (row?.querySelector<HTMLElement>('a, button, input') ?? document.getElementById('content'))?.focus({ preventScroll: true });
  });
}
