import type { CSSProperties } from 'react';
import type { MapRow } from './brush.js';
import styles from './drive-map.module.css';
import type { MapSearch, MeasureName } from './map-search.js';
import { levelCount, levelOf, levelText, measureOf } from './measures.js';

interface Props {
  rows: readonly MapRow[];
  by: MeasureName;
  search: MapSearch;
  onLevels: (levels: { from: number; to: number } | null) => void;
}

/** Meaning of each colour and its number of drives. A click selects one level; with Shift, all levels from the one selected before. */
export function Levels({ rows, by, search: { from, to }, onLevels }: Props) {
  const counts = new Map<number | null, number>();
  for (const row of rows) {
    const level = levelOf(by, row);
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  const top = levelCount(by) - 1;
  const choose = (level: number, isRange: boolean) => {
    if (isRange && from !== undefined && to !== undefined) onLevels({ from: Math.min(from, level), to: Math.max(to, level) });
    else if (from === level && to === level) onLevels(null);
    else onLevels({ from: level, to: level });
  };
  return (
    <ul className={styles.levels} aria-label={`Levels of ${measureOf(by).label.toLowerCase()}`}>
      {Array.from({ length: levelCount(by) }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its number.
        <li key={level}>
          <button
            type="button"
            className={styles.level}
            aria-pressed={from !== undefined && to !== undefined && level >= from && level <= to}
            onClick={(event) => choose(level, event.shiftKey)}
          >
            <span className={styles.swatch} style={{ '--strength': `${12 + (88 * level) / top}%` } as CSSProperties} aria-hidden />
            {levelText(by, level)} <span className="dimmed">{counts.get(level) ?? 0}</span>
          </button>
        </li>
      ))}
      <li className={styles.level}>
        <span className={styles.swatch} data-nothing="true" aria-hidden />
        {measureOf(by).nothing} <span className="dimmed">{counts.get(null) ?? 0}</span>
      </li>
    </ul>
  );
}
