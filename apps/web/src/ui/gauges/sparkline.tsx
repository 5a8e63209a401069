import styles from './gauges.module.css';
import { largest, observedWindow, SPARK_COLUMNS, SPARK_HEIGHT, type SparkPoint, sparklinePath } from './sparkline-path.js';

interface Props {
  /** Described by the text beside it: period, and what each line is. */
  label: string;
  lines: readonly (readonly SparkPoint[])[];
  window: { from: number; to: number } | null;
}

/** Lines on one scale that begins at 0, from their first observation on. Takes its place before there are values. */
export function Sparkline({ label, lines, window }: Props) {
  const most = largest(lines);
  const observed = window && observedWindow(lines, window);
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${SPARK_COLUMNS - 1} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {observed
        ? lines.map((points, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the palette.
            <path key={at} className={styles.line} data-colour={at} d={sparklinePath(points, observed, most)} />
          ))
        : null}
    </svg>
  );
}
