import type { SyntheticEvent } from 'react';

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth || [...element.children].some((child) => child instanceof HTMLElement && isCut(child));

/**
 * Shows the full text of a truncated cell as its title, on hover or focus. Checks only then, because rows come and go by the thousand,
 * and every time, because the content of a cell changes. Keeps a title from elsewhere.
 */
export function tellWhole({ target }: Pick<SyntheticEvent, 'target'>): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell || (cell.title !== '' && cell.dataset.whole === undefined)) return;
  cell.title = isCut(cell) ? (cell.textContent ?? '') : '';
  cell.dataset.whole = '';
}
