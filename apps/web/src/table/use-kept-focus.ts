import { useEffect } from 'react';

/**
 * When an action removes the focused row, the browser drops the focus without an event. Moves the focus to the row that takes its place,
 * or to the page's content if there is none.
 * @param focused index of the row that had the focus; null: none had
 */
export function useKeptFocus(body: HTMLElement | null, focused: number | null, total: number | undefined): void {
  useEffect(() => {
    if (focused === null || total === undefined || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const row = body?.isConnected ? body.querySelector(`tr[data-index="${Math.min(focused, total - 1)}"]`) : null;
    (row?.querySelector<HTMLElement>('a, button, input') ?? document.getElementById('content'))?.focus({ preventScroll: true });
  });
}
