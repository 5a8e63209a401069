import { serverNow } from '../../api/server-clock.js';
import { Cause } from '../../ui/cause.js';
import type { Tone } from '../../ui/marks/mark.js';
import { Section } from '../../ui/page.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import { sentence } from '../../ui/text/sentence.js';
import styles from './design.module.css';

const minutesAgo = (minutes: number) => new Date(serverNow() - minutes * 60_000 - 2000).toISOString();

const node = { kind: 'node', id: '00000000-0000-4000-8000-000000000001', name: 't1' } as const;

const statuses = (): StatusFacts[] => [
  { tone: 'good', what: 'healthy' },
  { tone: 'busy', what: 'resyncing', since: minutesAgo(12), why: '38 % of 1.2 TiB' },
  { tone: 'warn', what: 'fewer paths', since: minutesAgo(1), why: sentence`paths are 12 of 24 live, because ${node} does not answer` },
  { tone: 'bad', what: 'unavailable', since: minutesAgo(300), why: 'both mirror halves of set 2 are offline' },
  { tone: 'idle', what: 'detached' },
];
const TONES: Tone[] = ['good', 'busy', 'warn', 'bad', 'idle'];

/** Each in a wide place, and in one that is narrower than its cause. */
export const States = () => (
  <Section title="States">
    <div className={styles.pairs}>
      {statuses().map((status) => (
        <div key={status.tone} className={styles.pair}>
          <div>
            <Status {...status} />
          </div>
          <div className={styles.narrow}>
            <Status {...status} />
          </div>
        </div>
      ))}
    </div>
    {TONES.map((tone) => (
      <Cause
        key={tone}
        tone={tone}
        what={`A cause, ${tone}`}
        because="its target does not answer"
        waitingFor={sentence`a report of ${node}`}
        unblockedBy="starting weft-agent there"
      />
    ))}
  </Section>
);
