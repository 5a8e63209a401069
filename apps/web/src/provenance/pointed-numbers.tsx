import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ProvenanceOf } from './provenance.js';
import styles from './provenance.module.css';

const Card = lazy(() => import('./provenance-card.js').then((module) => ({ default: module.ProvenanceCard })));

const HOVER_MS = 300;

interface Props {
  /** Provenance of the number in a cell; null: the cell has none. */
  find: (cell: HTMLTableCellElement) => ProvenanceOf | null;
  /** A table that marks its numbers with `data-told`. */
  children: ReactNode;
}

/**
 * Shows the provenance of a table's number on hover. One listener serves the whole table, and rows carry nothing, because they come and go by the thousand.
 * Keyboard users find the same on the object's own page.
 */
export function PointedNumbers({ find, children }: Props) {
  const [of, setOf] = useState<ProvenanceOf | null>(null);
  const cell = useRef<HTMLTableCellElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const after = (milliseconds: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (of === null) return;
    // The card does not move: after scrolling it would describe the wrong row.
    const close = () => setOf(null);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    addEventListener('scroll', close, { capture: true });
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('keydown', onKey);
    };
  }, [of]);
  const onMouseOver = ({ target }: MouseEvent) => {
    const next = (target as HTMLElement).closest<HTMLTableCellElement>('td[data-told]');
    if (next === null) return after(HOVER_MS, () => setOf(null));
    after(HOVER_MS, () => {
      cell.current = next;
      setOf(next.isConnected ? find(next) : null);
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated here; the same is on the object's own page.
    // biome-ignore lint/a11y/useKeyWithMouseEvents: as above.
    <div className={styles.pointed} onMouseOver={onMouseOver} onMouseLeave={() => after(HOVER_MS, () => setOf(null))}>
      {children}
      {of === null ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: as above.
        // biome-ignore lint/a11y/useKeyWithMouseEvents: as above.
        <div
          onMouseOver={(event) => {
            // Keeps the card open while the pointer is on it.
            event.stopPropagation();
            clearTimeout(timer.current);
          }}
        >
          <Suspense fallback={null}>
            <Card of={of} at={cell} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
