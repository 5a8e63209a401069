import { type ReactNode, useId } from 'react';
import { type MetricProvenance, Provenance } from '../provenance/provenance.js';
import styles from './figure.module.css';
import { byValue } from './legend/value-rows.js';

export interface ValueRow {
  name: string;
  /** Index in the palette; rows of a heat map have none. */
  colour?: number;
  value: string;
  /** The value as a number, for the order under the pointer. */
  amount?: number | null;
  /** The value one period before. */
  before?: string | null;
  /** For percentiles: range that contains the exact value. */
  bounds?: string | null;
  /** Provenance of the value. */
  of?: MetricProvenance | null;
}

interface Props {
  title: string;
  unit: string;
  range: string;
  /** Time of the values in the table: `last`, or the moment under the pointer. */
  when: string;
  rows: readonly ValueRow[];
  /** The pointer is on the chart: the rows stand in the order of their values. */
  isPointed: boolean;
  /** Heading of the values of the period before; absent: there are none. */
  beforeTitle?: string | undefined;
  /** Name of the only line that is shown; null: all are. */
  alone?: string | null;
  /** A name in the legend was clicked; absent: there is only one line. */
  onAlone?: ((name: string) => void) | undefined;
  /** What is marked at the moment under the pointer. */
  mark?: string | null;
  menu?: ReactNode;
  boundsTitle?: string;
  /** The object, its observer, and the resolution. */
  source: string;
  /** Missing data, and why. */
  note?: string | null;
  /** Replaces the chart when there is no data. */
  nothing?: string | null;
  children: ReactNode;
}

/** A chart with its caption and its values as text: those under the pointer, else the last ones. */
export function Figure({ title, unit, range, when, rows, isPointed, source, note, nothing, mark, menu, children, ...legend }: Props) {
  const id = useId();
  const { boundsTitle, beforeTitle } = legend;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.caption}>
        <h4>{title}</h4>{' '}
        <small>
          {unit}, {range}
        </small>
      </figcaption>
      {menu ? <div className={styles.menu}>{menu}</div> : null}
      <div className={styles.stage}>
        {children}
        {mark ? <p className={styles.mark}>{mark}</p> : null}
        {nothing ? <p className={styles.nothing}>{nothing}</p> : null}
      </div>
      <table className={styles.values} aria-label={`${title}: values`}>
        <thead>
          <tr>
            <th scope="col">{when}</th>
            <th scope="col">Value</th>
            {beforeTitle === undefined ? null : <th scope="col">{beforeTitle}</th>}
            {boundsTitle === undefined ? null : <th scope="col">{boundsTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {(isPointed ? byValue(rows) : rows).map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <Name of={row} alone={legend.alone ?? null} onAlone={legend.onAlone} />
              </th>
              <td>{row.of ? <Provenance of={row.of}>{row.value}</Provenance> : row.value}</td>
              {beforeTitle === undefined ? null : <td>{row.before ?? ''}</td>}
              {boundsTitle === undefined ? null : <td>{row.bounds ?? ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <details className={styles.source}>
        <summary>Source</summary>
        <p>
          {source}
          {note ? <> {note}</> : null}
        </p>
      </details>
    </figure>
  );
}

/** Swatch and name of a line. A click shows the line alone, and a second one all again. */
function Name({
  of: { name, colour },
  alone,
  onAlone,
}: {
  of: ValueRow;
  alone: string | null;
  onAlone: ((name: string) => void) | undefined;
}) {
  const text = (
    <>
      {colour === undefined ? null : <span className={styles.swatch} data-colour={colour} aria-hidden />}
      {name}
    </>
  );
  if (!onAlone || colour === undefined) return text;
  return (
    <button
      type="button"
      className={styles.name}
      aria-pressed={alone === name}
      data-off={(alone !== null && alone !== name) || undefined}
      title={alone === name ? 'Show all lines' : 'Show this line alone'}
      onClick={() => onAlone(name)}
    >
      {text}
    </button>
  );
}
