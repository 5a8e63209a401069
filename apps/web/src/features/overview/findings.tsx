import type { Finding, Overview } from '../../api/types.js';
import { Cause } from '../../ui/cause.js';
import { NounLink } from '../../ui/linked.js';
import { Section } from '../../ui/page.js';
import { affectedText, healthText, TONES, wholeText } from './finding-words.js';
import styles from './overview.module.css';

const TONE_OF_HEALTH: Record<string, 'bad' | 'warn'> = { broken: 'bad', unavailable: 'bad', stalled: 'bad' };

/** What is wrong, causes first, each with what follows from it. */
export const Findings = ({ overview: { findings, findingCount, counts } }: { overview: Overview }) => (
  <Section title="Health">
    <p className={styles.whole}>
      {findings.length === 0 ? 'Everything is as it should be: ' : ''}
      {wholeText(counts)}.
    </p>
    {findings.length > 0 ? (
      <ul className={styles.findings} aria-label="What is not as it should be">
        {findings.map((finding) => (
          <li key={`${finding.subject.kind} ${finding.subject.id} ${finding.what}`}>
            <FindingView finding={finding} />
          </li>
        ))}
      </ul>
    ) : null}
    {findingCount > findings.length ? <p className="dimmed">And {findingCount - findings.length} more.</p> : null}
  </Section>
);

function FindingView({ finding }: { finding: Finding }) {
  const { severity, subject, what, volumes, affected, nouns } = finding;
  const follows = affectedText(finding);
  const more = affected.reduce((sum, { count }) => sum + count, 0) - volumes.length;
  return (
    <>
      <Cause
        {...finding}
        tone={TONES[severity]}
        nouns={nouns}
        what={
          <>
            {follows === '' ? '' : `${follows}: `}
            {subject.kind} <NounLink noun={subject} /> {subject.kind === 'volume' ? healthText(what) : what}
          </>
        }
      />
      {volumes.length > 0 ? (
        <details className={styles.follows} open={volumes.length <= 3}>
          <summary>
            {volumes.map(({ volume }) => volume.name).join(', ')}
            {more > 0 ? ` and ${more} more` : ''}
          </summary>
          {volumes.map(({ volume, health, ...words }) => (
            <Cause
              key={volume.id}
              {...words}
              tone={TONE_OF_HEALTH[health] ?? 'warn'}
              nouns={nouns}
              what={
                <>
                  <NounLink noun={{ kind: 'volume', ...volume }} /> {healthText(health)}
                </>
              }
            />
          ))}
        </details>
      ) : null}
    </>
  );
}
