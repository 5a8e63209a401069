import { type KeyboardEvent, type MouseEvent, useState } from 'react';

/** What a click on does something of its own. */
const OWN_ACTION = 'a, button, input, select, label';

const rowOf = (target: EventTarget): HTMLElement | null => (target as HTMLElement).closest<HTMLElement>('tr[data-index]');
const indexOf = (row: HTMLElement | null): number | null => (row ? Number(row.dataset['index']) : null);

/**
 * The row of a list that the side panel shows. A click on a row, Space on one of its links, or a `PreviewOpener` opens it. It follows the focus, which the arrow keys move from row to row;
 * Enter opens the focused link as ever.
 * @param key of the list
 */
export function usePreview(isOn: boolean, key: string) {
  const [shown, setShown] = useState<{ key: string; index: number | null; takesFocus?: boolean }>({ key, index: null });
  // Another sort or filter has other rows at the same places.
  const index = shown.key === key ? shown.index : null;
  const setIndex = (next: number | null) => setShown({ key, index: next });
  const close = () => setIndex(null);
  const takesFocus = shown.takesFocus === true;
  if (!isOn) return { index: null, takesFocus, close, onClick: undefined, onKeyDown: undefined, onFocus: undefined };
  return {
    index,
    takesFocus,
    close,
    onClick: ({ target, detail }: MouseEvent) => {
      const row = rowOf(target);
      // By keyboard, no pointer clicked: the user goes on in the panel.
      if ((target as HTMLElement).closest('[data-opens-preview]')) {
        setShown({ key, index: indexOf(row), takesFocus: detail === 0 });
        return;
      }
      // Selected text is for copying.
      if (!row || (target as HTMLElement).closest(OWN_ACTION) || getSelection()?.isCollapsed === false) return;
      row.querySelector('a')?.focus({ preventScroll: true });
      setIndex(indexOf(row));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      if (event.key !== ' ' || !(event.target as HTMLElement).matches('a')) return;
      event.preventDefault();
      const next = indexOf(rowOf(event.target));
      setIndex(index === next ? null : next);
    },
    onFocus: (focused: number | null) => {
      if (index !== null && focused !== null && !Number.isNaN(focused)) setIndex(focused);
    },
  };
}
