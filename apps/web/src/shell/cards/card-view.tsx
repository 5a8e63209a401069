import { Skeleton } from '../../ui/gauges/skeleton.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import styles from './entity-card.module.css';

interface Props {
  title: string;
  kind: string;
  /** Undefined: not read yet. */
  status: StatusFacts | undefined;
  /** Undefined: not read yet; null: nothing was observed. */
  figures: readonly { name: string; text: string | null | undefined }[];
}

/** State and live figures of one object. It has its size before they come. */
export const CardView = ({ title, kind, status, figures }: Props) => (
  <div className={styles.card}>
    <p className={styles.title}>
      <strong>{title}</strong> <span className="dimmed">{kind}</span>
    </p>
    <p className={styles.status}>{status ? <Status {...status} /> : <Skeleton width="6rem" />}</p>
    <dl className={styles.figures}>
      {figures.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text === undefined ? <Skeleton width="3rem" /> : (text ?? <span className="dimmed">none</span>)}</dd>
        </div>
      ))}
    </dl>
  </div>
);
