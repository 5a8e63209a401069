import styles from './palette.module.css';
import { places } from './places.js';

/** Keys, pressed together or one after the other, and their effects. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Search, and all actions of the page (⌘ K on a Mac)'],
  [['/'], 'The same'],
  ...places.map(({ letter, label }) => [['g', letter], `Go to ${label}`] as const),
  [['Space'], 'Preview of the focused row of a list; ↑ and ↓ walk'],
  [['Esc'], 'Close'],
  [['?'], 'This list'],
];

export const ShortcutList = () => (
  // Focusable: it scrolls in a low window, which the keyboard must be able to do too.
  <dl className={styles.shortcuts} aria-label="Shortcuts" tabIndex={0}>
    {SHORTCUTS.map(([keys, what]) => (
      <div key={what} className={styles.shortcut}>
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);
