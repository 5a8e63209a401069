import styles from './gauges.module.css';

export interface Part {
  kind: 'used' | 'needed' | 'reserved' | 'busy';
  /** From 0 to 1. */
  share: number;
  /** At the right end, counted backwards. */
  isAtEnd?: boolean;
}

/** Parts of a whole, in their order; the rest is empty. The text beside it has the same values as numbers. */
export function StackedBar({ label, parts }: { label: string; parts: readonly Part[] }) {
  let [start, end] = [0, 100];
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className={styles.all} width="100" height="8" />
      {parts.map(({ kind, share, isAtEnd = false }) => {
        const width = Math.min(Math.max(0, share * 100), end - start);
        const x = isAtEnd ? end - width : start;
        if (isAtEnd) end -= width;
        else start += width;
        return <rect key={kind} className={styles.part} data-kind={kind} x={x} width={width} height="8" />;
      })}
    </svg>
  );
}
