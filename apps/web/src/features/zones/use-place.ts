import { type MouseEvent, useSyncExternalStore } from 'react';

/* The pages of a federation are few: their address is the path, and no router of clusters is loaded for them. */

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

const current = (): string => location.pathname + location.search;

/** Shows another page of the federation. */
export function go(to: string): void {
  history.pushState(null, '', to);
  for (const listener of listeners) listener();
}

/** The path and query of the address. */
export const usePlace = (): URL => new URL(useSyncExternalStore(subscribe, current), location.origin);

/** Replaces the query without a step back in the history. */
export function setQuery(query: Record<string, string>): void {
  const search = new URLSearchParams(query).toString();
  history.replaceState(null, '', `${location.pathname}${search ? `?${search}` : ''}`);
  for (const listener of listeners) listener();
}

/** Properties of a link to another page of the federation. */
export const linkTo = (to: string) => ({
  href: to,
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  },
});
