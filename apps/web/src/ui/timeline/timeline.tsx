import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../api/server-clock.js';
import { Skeleton } from '../gauges/skeleton.js';
import { Icon, type IconName } from '../marks/icons.js';
import { Ago } from '../time/time.js';
import { byDay } from './days.js';
import styles from './timeline.module.css';

export type TimelineKind = 'job' | 'condition' | 'note' | 'audit' | 'event';

export interface TimelineEntry {
  key: string;
  at: string;
  kind: TimelineKind;
  what: ReactNode;
  /** User who did it. */
  by?: string | null;
}

const KINDS: Record<TimelineKind, { icon: IconName; word: string }> = {
  job: { icon: 'jobs', word: 'job' },
  condition: { icon: 'condition', word: 'condition' },
  note: { icon: 'note', word: 'note' },
  audit: { icon: 'audit', word: 'audit' },
  event: { icon: 'event', word: 'event' },
};

const FIRST = 12;
const MORE = 24;

interface Props {
  label: string;
  /** Newest first. */
  entries: readonly TimelineEntry[];
  /** After the oldest entry: what is not here. */
  end?: ReactNode;
}

/** What happened to an object, newest first, by day. The kind of an entry has an icon, a colour and a word. */
export function Timeline({ label, entries, end }: Props) {
  const [shown, setShown] = useState(FIRST);
  const older = entries.length - shown;
  return (
    <section aria-label={label} className={styles.timeline}>
      {byDay(entries.slice(0, shown), serverNow()).map(({ date, name, entries: its }) => (
        <div key={date}>
          <h3 className={styles.day}>{name}</h3>
          <ol className={styles.entries} aria-label={`${label}, ${name}`}>
            {its.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
      {older > 0 ? (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown + MORE)}>
          Show older ({older})
        </Button>
      ) : (
        end
      )}
    </section>
  );
}

function Entry({ entry: { at, kind, what, by } }: { entry: TimelineEntry }) {
  const { icon, word } = KINDS[kind];
  return (
    <li className={styles.entry} data-kind={kind}>
      <span className={styles.mark}>
        <Icon name={icon} />
      </span>
      <div className={styles.what}>{what}</div>
      <div className={styles.meta}>
        <Ago at={at} />
        <span>{word}</span>
        {by ? <span>{by}</span> : null}
      </div>
    </li>
  );
}

/** In its place while it loads. */
export const TimelineSkeleton = () => (
  <div className={styles.timeline} aria-hidden>
    <span className={styles.day}>
      <Skeleton />
    </span>
    <div className={styles.entries}>
      {['18rem', '24rem', '14rem', '20rem'].map((width) => (
        <div key={width} className={styles.entry}>
          <span className={styles.mark} />
          <div className={styles.what}>
            <Skeleton width={width} />
          </div>
          <div className={styles.meta}>
            <Skeleton width="8rem" />
          </div>
        </div>
      ))}
    </div>
  </div>
);
