import { serverNow } from '../../api/server-clock.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Timeline, type TimelineEntry, TimelineSkeleton } from '../../ui/timeline/timeline.js';
import styles from './design.module.css';

/** A moment to come counts as now: the text stays the same while the visual tests take their time. */
const soon = () => new Date(serverNow() + 5 * 60_000).toISOString();

const entries = (): TimelineEntry[] => [
  {
    key: 'job',
    at: soon(),
    kind: 'job',
    by: 'olga',
    what: (
      <span className="row">
        Repair orders <Status tone="good" what="done" />
      </span>
    ),
  },
  { key: 'condition', at: soon(), kind: 'condition', what: 'Degraded of the volume became false' },
  { key: 'note', at: soon(), kind: 'note', by: 'vera', what: 'Drive 3 was replaced under warranty.' },
  { key: 'audit', at: soon(), kind: 'audit', by: 'admin', what: 'Force detached: client c1 is switched off.' },
  ...Array.from(
    { length: 10 },
    (_, index): TimelineEntry => ({
      key: `event ${index}`,
      at: soon(),
      kind: 'event',
      what: index === 9 ? 'the volume was requested' : `leg ${index} left the volume`,
    }),
  ),
];

export const Timelines = () => (
  <Section title="Timeline">
    <div className={styles.columns}>
      <Timeline label="Example" entries={entries()} end={<p className="dimmed">Complete.</p>} />
      <TimelineSkeleton />
    </div>
  </Section>
);
