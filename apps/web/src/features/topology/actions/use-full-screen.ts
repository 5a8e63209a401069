import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export interface FullScreen {
  isFull: boolean;
  /** Why it is not possible; null: it is. */
  refusedBecause: string | null;
  toggle: () => void;
}

/**
 * Full screen of the whole document (Fullscreen API): menus, notices and dialogs, which stand outside of the page, stay visible.
 * The browser ends it on Escape too.
 */
export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isFull,
    // Safari on iPhones has no such API; a page in a frame may not use it.
    refusedBecause: document.fullscreenEnabled ? null : 'This browser does not allow full screen here.',
    toggle: () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  };
}
