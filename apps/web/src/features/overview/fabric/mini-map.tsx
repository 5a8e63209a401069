import type { CSSProperties } from 'react';
import { api } from '../../../api/client.js';
import type { DriveMap } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { Loaded } from '../../../ui/loaded.js';
import { TextLink } from '../../../ui/text/links.js';
import { levelCount } from '../../drive-map/measures.js';
import { type Cell, miniLayout, nodeLines } from './mini-layout.js';
import styles from './mini-map.module.css';

/** The answer has every drive of the cluster. */
const REREAD_MS = 30_000;
const [WIDTH, HEIGHT] = [420, 150];

/** Every drive as a cell, coloured by load. The drive map has the same as a table. */
export function MiniMap() {
  const map = api.useQuery('get', '/api/v1/drive-map', {}, { refetchInterval: REREAD_MS });
  return (
    <div className={styles.frame}>
      <Loaded of={map} gone="This server has no drive map.">
        {(data) => <Cells map={data} />}
      </Loaded>
      <p className={styles.legend} aria-hidden>
        <span>less</span>
        <i className={styles.scale} />
        <span>more I/O</span>
        <i className={styles.bad} />
        <span>missing</span>
      </p>
    </div>
  );
}

function Cells({ map }: { map: DriveMap }) {
  const lines = nodeLines(map);
  const missing = map.drives.filter(({ state }) => state === 'missing').length;
  const label = `${map.drives.length.toLocaleString('en')} drives by load${missing > 0 ? `, ${missing} missing` : ''}`;
  if (lines === null) {
    const { cell, cells } = miniLayout(map.drives, WIDTH, HEIGHT);
    return (
      <svg className={styles.field} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[...byLevel(cells)].map(([level, of]) => (
          <path
            key={String(level)}
            {...look(level)}
            d={of.map(({ x, y }) => `M${x} ${y}h${cell * 0.85}v${cell * 0.85}h${-cell * 0.85}z`).join('')}
          />
        ))}
      </svg>
    );
  }
  return (
    <ul className={styles.lines} aria-label={label}>
      {lines.map(({ id, name, levels }) => (
        <li key={id}>
          <TextLink {...paths.node(id)}>{name}</TextLink>
          <span className={styles.cells}>
            {levels.map((level, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a drive is its place in the order of the map.
              <i key={at} {...look(level)} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** One path for each level: thousands of elements would be slow. */
function byLevel(cells: readonly Cell[]): Map<Cell['level'], Cell[]> {
  const levels = new Map<Cell['level'], Cell[]>();
  for (const cell of cells) {
    const of = levels.get(cell.level);
    if (of) of.push(cell);
    else levels.set(cell.level, [cell]);
  }
  return levels;
}

function look(level: Cell['level']): { className: string | undefined; 'data-level': string; style: CSSProperties } {
  const strength = typeof level === 'number' ? `${12 + (88 * level) / (levelCount('load') - 1)}%` : '0%';
  return {
    className: styles.cell,
    'data-level': level === null ? 'none' : String(level),
    style: { '--strength': strength } as CSSProperties,
  };
}
