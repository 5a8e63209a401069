import type { LiveChange } from '@weft/shared/links/console-link';

type Listener = (changes: readonly LiveChange[]) => void;

/** Who keeps a copy true in a way of its own, and so hears of every change as it comes. */
export const changeListeners = new Set<Listener>();
