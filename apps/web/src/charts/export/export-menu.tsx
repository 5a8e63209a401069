import type { MetricName } from '@weft/shared/stats/metrics';
import { type CSSProperties, lazy, Suspense, useId, useRef, useState } from 'react';
import type { ChartData } from '../chart-data.js';
import styles from './export-menu.module.css';

/** A lazy chunk: few charts are exported. */
const ExportChoices = lazy(() => import('./export-choices.js').then((module) => ({ default: module.ExportChoices })));

export interface Exported {
  title: string;
  metrics: readonly MetricName[];
  data: ChartData;
  /** Names of the lines in the order of the palette; a heat map has none. */
  lines: readonly string[];
  /** The drawn values. */
  csv: (simulated: boolean) => string;
}

/** A chart as picture, as values and as query. The browser closes the menu with Escape or a click elsewhere. */
export function ExportMenu(exported: Exported) {
  const { title } = exported;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const anchor = `--export-${id.replaceAll(/\W/g, '')}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.open}
        popoverTarget={id}
        aria-label={`Export ${title}`}
        style={{ anchorName: anchor } as CSSProperties}
      >
        Export
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={`Export ${title}`}
        className={`floating ${styles.menu}`}
        style={{ positionAnchor: anchor } as CSSProperties}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen ? (
          <Suspense fallback={<p className="dimmed">Loading…</p>}>
            <ExportChoices {...exported} figure={() => button.current?.closest('figure') ?? null} />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}
