import { type ReactNode, useId } from 'react';
import { type MetricProvenance, Provenance } from '../provenance/provenance.js';
import styles from './figure.module.css';

export interface ValueRow {
  name: string;
  /** Index in the palette; rows of a heat map have none. */
  colour?: number;
  value: string;
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
export function Figure({ title, unit, range, when, rows, boundsTitle, source, note, nothing, children }: Props) {
  const id = useId();
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.caption}>
        <h4>{title}</h4>{' '}
        <small>
          {unit}, {range}
        </small>
      </figcaption>
      <div className={styles.stage}>
        {children}
        {nothing ? <p className={styles.nothing}>{nothing}</p> : null}
      </div>
      <table className={styles.values} aria-label={`${title}: values`}>
        <thead>
          <tr>
            <th scope="col">{when}</th>
            <th scope="col">Value</th>
            {boundsTitle === undefined ? null : <th scope="col">{boundsTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, colour, value, bounds, of }) => (
            <tr key={name}>
              <th scope="row">
                {colour === undefined ? null : <span className={styles.swatch} data-colour={colour} aria-hidden />}
                {name}
              </th>
              <td>{of ? <Provenance of={of}>{value}</Provenance> : value}</td>
              {boundsTitle === undefined ? null : <td>{bounds ?? ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.source}>
        {source}
        {note ? <> {note}</> : null}
      </p>
    </figure>
  );
}
