import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../ui/marks/icons.js';
import { PALETTE, press } from './keys.js';

/** A lazy chunk: users who never press such a key never load it. */
const Palette = lazy(() => import('./palette.js').then((module) => ({ default: module.Palette })));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null;

/** Ctrl/Cmd-K works everywhere, single letters only outside text fields. */
function meant(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? PALETTE : null;
  return key.length === 1 && !isTyping(target) ? key : null;
}

export function Keyboard() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const key = meant(event);
      if (key === null) return;
      if (key === PALETTE || key === '/') event.preventDefault();
      press(key);
      setWanted(true);
    };
    const asked = () => setWanted(true);
    addEventListener('keydown', pressed);
    addEventListener(PALETTE, asked);
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener(PALETTE, asked);
    };
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  ) : null;
}

export const SearchButton = ({ className }: { className?: string | undefined }) => (
  <button
    type="button"
    className={className}
    aria-label="Search"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => {
      press(PALETTE);
      dispatchEvent(new Event(PALETTE));
    }}
  >
    <Icon name="search" />
    <span>Search</span> <kbd>Ctrl K</kbd>
  </button>
);
