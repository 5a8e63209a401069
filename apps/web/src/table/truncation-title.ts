import type { SyntheticEvent } from 'react';

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth || [...element.children].some((child) => child instanceof HTMLElement && isCut(child));

/**
 * What is cut off in the cell that has the pointer or the focus is read as its title. It is found out only then: rows come and go by the thousand.
 * Each time anew: what a cell says changes. A title that somebody else gave it stays.
 */
export function tellWhole({ target }: Pick<SyntheticEvent, 'target'>): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell || (cell.title !== '' && cell.dataset.whole === undefined)) return;
  cell.title = isCut(cell) ? (cell.textContent ?? '') : '';
  cell.dataset.whole = '';
}
