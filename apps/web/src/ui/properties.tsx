import type { ReactNode } from 'react';
import styles from './properties.module.css';

/** Facts of one object, as a description list in columns. */
export const Properties = ({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={`card ${styles.list}`}>
    {items.map(([name, value]) => (
      <div key={name} className={styles.item}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="dimmed">not known</span>}</dd>
      </div>
    ))}
  </dl>
);

export const Labels = ({ labels }: { labels: Record<string, string> }) => {
  const entries = Object.entries(labels);
  if (entries.length === 0) return <span className="dimmed">none</span>;
  return (
    <span className="row">
      {entries.map(([key, value]) => (
        <code key={key} className={styles.label}>
          {key}={value}
        </code>
      ))}
    </span>
  );
};
