import type { Alert } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Mark } from '../../ui/marks/mark.js';
import { InlineLink } from '../../ui/text/links.js';
import { Ago } from '../../ui/time/time.js';
import styles from './alert-lines.module.css';
import { alertStatus } from './alert-status.js';

interface Props {
  alerts: readonly Alert[];
  total: number;
  /** Lines at most. */
  most: number;
  /** The list of all of them. */
  all: ReturnType<typeof paths.alerts>;
}

/** A few open alerts, one in a line, the most serious first. */
export function AlertLines({ alerts, total, most, all }: Props) {
  const shown = [...alerts].sort((one, other) => weight(other) - weight(one)).slice(0, most);
  return (
    <section className={`card ${styles.box}`} aria-label="Open alerts">
      <ul className={styles.lines}>
        {shown.map((alert) => {
          const { tone, what } = alertStatus(alert);
          return (
            <li key={alert.id} className={styles.line} data-tone={tone}>
              <Mark tone={tone} />
              <span>
                <strong>{what}</strong>: <InlineLink {...paths.alert(alert.id)}>{alert.summary}</InlineLink>{' '}
                <span className="dimmed">
                  <Ago at={alert.startedAt} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      <InlineLink {...all}>{total === 1 ? 'Alerts' : `All ${total.toLocaleString('en')} open alerts`}</InlineLink>
    </section>
  );
}

const WEIGHTS: Record<string, number> = { bad: 2, warn: 1 };
const weight = (alert: Alert): number => WEIGHTS[alertStatus(alert).tone] ?? 0;
