import type { components } from '../api/schema.js';
import { paths } from '../paths/paths.js';
import { places } from './places.js';

export type Found = components['schemas']['Found'];

/** A button of the current page. */
export interface PageAction {
  name: string;
  refusedBecause: string | null;
  press: () => void;
}

export interface Option {
  id: string;
  group: 'On this page' | 'Pages' | 'Found';
  name: string;
  detail: string;
  refusedBecause: string | null;
  does: { go: object } | { press: () => void };
}

/** Whether all letters of `text` occur in order: `dcl` is in `Drive classes`. */
export function isIn(text: string, name: string): boolean {
  let from = 0;
  for (const letter of text.toLowerCase().replaceAll(' ', '')) {
    const at = name.toLowerCase().indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

const KINDS: Record<Found['kind'], { word: string; to: (found: Found) => object }> = {
  volume: { word: 'Volume', to: ({ id }) => paths.volume(id) },
  node: { word: 'Node', to: ({ id }) => paths.node(id) },
  drive: { word: 'Drive', to: ({ id }) => paths.drive(id) },
  'drive-class': { word: 'Drive class', to: ({ id }) => paths.driveClass(id) },
  job: { word: 'Job', to: ({ id }) => paths.job(id) },
};

/**
 * Options of the palette. As soon as text is typed, objects come first: a typed name most likely means an object.
 * @param newRefused why this user may not create objects, or null
 */
export function optionsOf(text: string, actions: readonly PageAction[], found: readonly Found[], newRefused: string | null): Option[] {
  const onPage = actions.map(
    ({ name, refusedBecause, press }, index): Option => ({
      id: `action-${index}`,
      group: 'On this page',
      name,
      detail: refusedBecause ?? '',
      refusedBecause,
      does: { press },
    }),
  );
  const pages = [
    ...places.map(
      ({ label, letter, icon: _icon, ...to }): Option => ({
        id: `page-${label}`,
        group: 'Pages',
        name: label,
        detail: `g ${letter}`,
        refusedBecause: null,
        does: { go: to },
      }),
    ),
    newPage('New volume', paths.newVolume(), newRefused),
    newPage('New drive class', paths.newDriveClass(), newRefused),
  ];
  const objects = found.map(
    (each): Option => ({
      id: `${each.kind}-${each.id}`,
      group: 'Found',
      name: each.name,
      detail: `${KINDS[each.kind].word}${each.detail ? `, ${each.detail}` : ''}`,
      refusedBecause: null,
      does: { go: KINDS[each.kind].to(each) },
    }),
  );
  const fits = ({ name }: Option) => isIn(text, name);
  return [...(text.trim() === '' ? [] : objects), ...onPage.filter(fits), ...pages.filter(fits)];
}

const newPage = (name: string, go: object, refusedBecause: string | null): Option => ({
  id: `page-${name}`,
  group: 'Pages',
  name,
  detail: refusedBecause ?? '',
  refusedBecause,
  does: { go },
});

/** Current buttons and links in the page's heading. A disabled one shows its reason in the palette too. */
export function pageActions(page: ParentNode): PageAction[] {
  return [...page.querySelectorAll<HTMLElement>('main [aria-label="Actions"] :is(button:not([popovertarget]), a)')].map((element) => ({
    // An action of the menu shows why it is refused beside its name.
    name: (element.dataset['action'] ?? element.textContent ?? '').replace(/…$/, ''),
    refusedBecause: element.ariaDisabled === 'true' ? (element.getAttribute('aria-description') ?? 'Not possible now.') : null,
    press: () => {
      // As on a real press: a dialog returns the focus to this element.
      element.focus();
      element.click();
    },
  }));
}
