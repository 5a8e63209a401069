import type { LiveChange } from '@weft/shared/links/console-link';

type Listener = (changes: readonly LiveChange[]) => void;

/** Listeners that keep a copy current in their own way; they receive every change immediately. */
export const changeListeners = new Set<Listener>();
