import { Fragment } from 'react';
import type { Finding, Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Cause } from '../../ui/cause.js';
import { Section } from '../../ui/page.js';
import { NounLink } from '../../ui/text/linked.js';
import { InlineLink } from '../../ui/text/links.js';
import { affectedCounts, type Counted, causeFacts, fewerPathsText, healthText, TONES, wholeCounts } from './finding-words.js';
import styles from './overview.module.css';

const TONE_OF_HEALTH: Record<string, 'bad' | 'warn'> = { broken: 'bad', unavailable: 'bad', stalled: 'bad' };

const Counts = ({ of }: { of: readonly Counted[] }) =>
  of.map(({ text, path }, at) => (
    <Fragment key={text}>
      {at === 0 ? '' : ', '}
      <InlineLink {...path}>{text}</InlineLink>
    </Fragment>
  ));

/** Problems, causes first, each with its consequences. */
export const Findings = ({
  overview: {
    findings,
    findingCount,
    counts,
    counts: {
      attachments: { fewerPaths },
    },
  },
}: {
  overview: Overview;
}) => (
  <Section title="Health">
    <p className={styles.whole}>
      {findings.length + fewerPaths === 0 ? 'All healthy: ' : ''}
      <Whole counts={counts} />.
    </p>
    {findings.length + fewerPaths > 0 ? (
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
    ) : null}
    {findingCount > findings.length ? <p className="dimmed">And {findingCount - findings.length} more.</p> : null}
  </Section>
);

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
          {volumes.map(({ volume, health, ...explanation }) => (
            <Cause
              key={volume.id}
              {...causeFacts(explanation)}
              tone={TONE_OF_HEALTH[health] ?? 'warn'}
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
