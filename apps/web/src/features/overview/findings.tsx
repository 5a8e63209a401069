import { healthWords } from '@weft/shared/kinds/volume';
import { Fragment } from 'react';
import type { Finding, Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Cause } from '../../ui/cause.js';
import { Mark } from '../../ui/marks/mark.js';
import { NounLink } from '../../ui/text/linked.js';
import { InlineLink } from '../../ui/text/links.js';
import { affectedCounts, type Counted, causeFacts, fewerPathsText, TONES, wholeCounts } from './finding-words.js';
import styles from './overview.module.css';

const TONE_OF_HEALTH: Record<string, 'bad' | 'warn'> = { broken: 'bad', unavailable: 'bad', stalled: 'bad' };

const Counts = ({ of }: { of: readonly Counted[] }) =>
  of.map(({ text, path }, at) => (
    <Fragment key={text}>
      {at === 0 ? '' : ', '}
      <InlineLink {...path}>{text}</InlineLink>
    </Fragment>
  ));

/** Whether all is well; otherwise the problems, causes first, each with its consequences. */
export function Findings({ overview: { findings, findingCount, counts } }: { overview: Overview }) {
  const { fewerPaths } = counts.attachments;
  const isWell = findings.length + fewerPaths === 0;
  const worst = isWell ? 'good' : TONES[findings[0]?.severity ?? 'warn'];
  return (
    <section className={`card ${styles.health}`} data-tone={worst} aria-label="Health">
      <p className={styles.whole}>
        <Mark tone={worst} />
        <span>
          {isWell ? 'All healthy: ' : ''}
          <Whole counts={counts} />.
        </span>
      </p>
      {isWell ? null : (
        <ul className={styles.findings} aria-label="Problems">
          {findings.map((finding) => (
            <li key={`${finding.subject.kind} ${finding.subject.id} ${finding.what}`}>
              <FindingView finding={finding} />
            </li>
          ))}
          {fewerPaths > 0 ? (
            <li>
              <Cause
                tone="warn"
                what={
                  <>
                    <InlineLink {...paths.attachments()}>{fewerPathsText(fewerPaths)}</InlineLink> paths that are not live
                  </>
                }
                because="a NIC, network or target blocks them, by the last report of each client"
                unblockedBy="removing the cause on the page of each attachment"
              />
            </li>
          ) : null}
        </ul>
      )}
      {findingCount > findings.length ? <p className="dimmed">And {findingCount - findings.length} more.</p> : null}
    </section>
  );
}

function Whole({ counts }: Pick<Overview, 'counts'>) {
  const [volumes, nodes] = wholeCounts(counts);
  return (
    <>
      <Counts of={volumes} />; <Counts of={nodes} />
    </>
  );
}

function FindingView({ finding }: { finding: Finding }) {
  const { severity, subject, what, volumes, affected } = finding;
  const follows = affectedCounts(finding);
  const more = affected.reduce((sum, { count }) => sum + count, 0) - volumes.length;
  return (
    <>
      <Cause
        {...causeFacts(finding)}
        tone={TONES[severity]}
        what={
          <>
            <Counts of={follows} />
            {follows.length === 0 ? '' : ': '}
            {subject.kind} <NounLink noun={subject} /> {what}
          </>
        }
      />
      {volumes.length > 0 ? (
        <>
          <ul className={styles.chips} aria-label="Affected volumes">
            {volumes.map(({ volume, health }) => (
              <li key={volume.id} className={styles.chip} data-tone={TONE_OF_HEALTH[health] ?? 'warn'}>
                <Mark tone={TONE_OF_HEALTH[health] ?? 'warn'} />
                <NounLink noun={{ kind: 'volume', ...volume }} />
              </li>
            ))}
            {more > 0 ? <li className="dimmed">and {more.toLocaleString('en')} more</li> : null}
          </ul>
          <details className={styles.follows}>
            <summary>Effect on each volume</summary>
            {volumes.map(({ volume, health, unconfirmed, ...explanation }) => (
              <Cause
                key={volume.id}
                {...causeFacts(explanation)}
                tone={TONE_OF_HEALTH[health] ?? 'warn'}
                what={
                  <>
                    <NounLink noun={{ kind: 'volume', ...volume }} /> {healthWords(health, unconfirmed)}
                  </>
                }
              />
            ))}
          </details>
        </>
      ) : null}
    </>
  );
}
