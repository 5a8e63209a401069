import { useSyncExternalStore } from 'react';

export type Density = 'comfortable' | 'compact';

const KEY = 'weft.density';
const listeners = new Set<() => void>();

const densityNow = (): Density => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable');

/** Applies the density of this browser; theme.css has the height of a row in each. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = densityNow();
}

export function setDensity(density: Density): void {
  if (density === 'compact') localStorage.setItem(KEY, density);
  else localStorage.removeItem(KEY);
  applyDensity();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, densityNow);
