import { useState } from 'react';
import { storedJson } from '../../ui/stored-json.js';

/** A list as its address describes it: sort, filters and text. */
export interface SavedView {
  name: string;
  search: Record<string, string>;
}

const storageKey = (label: string) => `weft.views.${label}`;

const isView = (value: unknown): value is SavedView => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<SavedView>;
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((each) => typeof each === 'string')
  );
};

/** Views in the text of the browser's storage. Another version of the console may have written it: what is not a view is left out. */
export function viewsIn(text: string | null): SavedView[] {
  const views = storedJson(text);
  return Array.isArray(views) ? views.filter(isView) : [];
}

/** With this view, by name; it replaces one of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

const sameText = (search: Record<string, unknown>): string => JSON.stringify(Object.entries(search).sort());

/** The view that the address shows now. */
export const currentView = (views: readonly SavedView[], search: object): SavedView | undefined =>
  views.find((view) => sameText(view.search) === sameText({ ...search }));

/** Views of one list, kept in this browser. */
export function useSavedViews(label: string) {
  const [views, setViews] = useState(() => viewsIn(localStorage.getItem(storageKey(label))));
  const store = (next: SavedView[]) => {
    setViews(next);
    localStorage.setItem(storageKey(label), JSON.stringify(next));
  };
  return {
    views,
    save: (view: SavedView) => store(withView(views, view)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  };
}
