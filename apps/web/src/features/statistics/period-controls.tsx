import { serverNow } from '../../api/server-clock.js';
import {
  DEFAULT_RANGE,
  moved,
  notAfter,
  type RangeSearch,
  ranges,
  type Span,
  scaled,
  spanOf,
  withCompare,
  withRange,
  zoomed,
} from '../../charts/range.js';
import { clockText } from '../../ui/time/time-text.js';
import styles from './period-controls.module.css';
import { RangeSwitch } from './range-switch.js';

interface Props {
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

const STEPS: readonly { name: string; next: (drawn: Span) => Span }[] = [
  { name: 'Earlier', next: (drawn) => moved(drawn, -1) },
  { name: 'Later', next: (drawn) => moved(drawn, 1) },
  { name: 'Zoom in', next: (drawn) => scaled(drawn, 0.5) },
  { name: 'Zoom out', next: (drawn) => scaled(drawn, 2) },
];

const momentOf = (at: number) => clockText(new Date(at).toISOString(), serverNow());

/** Period of all charts of a page. A drag over a chart zooms too; the buttons do it without a drag (WCAG 2.2, 2.5.7). */
export function PeriodControls({ search, onSearch }: Props) {
  const { range = DEFAULT_RANGE, compare = false } = search;
  const span = spanOf(search);
  const drawn = (): Span => span ?? { from: serverNow() - ranges[range].seconds * 1000, to: serverNow() };
  return (
    <div className={styles.controls}>
      <RangeSwitch range={span ? null : range} onRange={(next) => onSearch(withRange(search, next))} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div role="group" aria-label="Period" className={styles.steps}>
        {STEPS.map(({ name, next }) => (
          <button key={name} type="button" onClick={() => onSearch(zoomed(search, notAfter(next(drawn()), serverNow())))}>
            {name}
          </button>
        ))}
        {span ? (
          <button type="button" onClick={() => onSearch(withRange(search, range))}>
            Reset zoom ({momentOf(span.from)} to {momentOf(span.to)})
          </button>
        ) : null}
      </div>
      <label className={styles.compare}>
        <input type="checkbox" checked={compare} onChange={({ currentTarget }) => onSearch(withCompare(search, currentTarget.checked))} />
        Compare with the period before
      </label>
    </div>
  );
}
