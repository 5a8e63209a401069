import type { Job, Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Section } from '../../ui/page.js';
import { Linked } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import type { Noun } from '../../ui/text/nouns.js';
import { Ago } from '../../ui/text/time.js';
import { JobStatus } from '../jobs/job-status.js';
import { jobTitle } from '../jobs/job-words.js';
import styles from './overview.module.css';

/** Running and waiting jobs with their blockers, and the latest changes with their users. */
export const JobLists = ({ overview: { jobs, changes, counts, nouns } }: { overview: Overview }) => {
  const more = counts.jobs.running + counts.jobs.waiting - jobs.length;
  return (
    <div className={styles.columns}>
      <Section title="Jobs under way" actions={<TextLink {...paths.jobs()}>All jobs</TextLink>}>
        {jobs.length === 0 ? <p className="dimmed">None.</p> : <JobList label="Jobs under way" jobs={jobs} nouns={nouns} />}
        {more > 0 ? <p className="dimmed">And {more} more.</p> : null}
      </Section>
      <Section title="Recent changes">
        {changes.length === 0 ? <p className="dimmed">None yet.</p> : <JobList label="Recent changes" jobs={changes} nouns={nouns} />}
      </Section>
    </div>
  );
};

const JobList = ({ label, jobs, nouns }: { label: string; jobs: readonly Job[]; nouns: readonly Noun[] }) => (
  <ul className={styles.jobs} aria-label={label}>
    {jobs.map((job) => (
      <li key={job.id}>
        <TextLink {...paths.job(job.id)}>{jobTitle(job)}</TextLink>
        <JobStatus job={job} nouns={nouns} />
        <span className="dimmed">
          {job.requestedBy}, <Ago at={job.finishedAt ?? job.createdAt} />
        </span>
        {job.waitingFor[0] ? (
          <span className={styles.waits}>
            <Linked text={job.waitingFor[0].message} nouns={[job.subject, ...nouns]} />; unblocked by{' '}
            <Linked text={job.waitingFor[0].unblockedBy} nouns={[job.subject, ...nouns]} />
          </span>
        ) : null}
      </li>
    ))}
  </ul>
);
