import type { Job, Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Section } from '../../ui/page.js';
import { Linked } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { textOf } from '../../ui/text/sentence.js';
import { Ago } from '../../ui/time/time.js';
import { waitSentence } from '../jobs/job-sentences.js';
import { JobStatus } from '../jobs/job-status.js';
import { jobTitle } from '../jobs/job-words.js';
import styles from './overview.module.css';

/** On the overview; the list of jobs has all. */
const MOST_CHANGES = 6;

/** Running and waiting jobs with their blockers, and the latest changes with their users. */
export const JobLists = ({ overview: { jobs, changes, counts } }: { overview: Overview }) => {
  const more = counts.jobs.running + counts.jobs.waiting - jobs.length;
  return (
    <Section title="Jobs" actions={<TextLink {...paths.jobs()}>All jobs</TextLink>}>
      {jobs.length === 0 ? null : <JobList label="Active jobs" jobs={jobs} />}
      {more > 0 ? <p className="dimmed">And {more} more.</p> : null}
      {changes.length === 0 ? (
        <p className="dimmed">None yet.</p>
      ) : (
        <JobList label="Recent changes" jobs={changes.slice(0, MOST_CHANGES)} />
      )}
    </Section>
  );
};

const JobList = ({ label, jobs }: { label: string; jobs: readonly Job[] }) => (
  <ul className={styles.jobs} aria-label={label}>
    {jobs.map((job) => (
      <li key={job.id}>
        <TextLink {...paths.job(job.id)}>{jobTitle(job)}</TextLink>
        <span className={styles.by}>
          {job.requestedBy}, <Ago at={job.finishedAt ?? job.createdAt} />
        </span>
        {job.state === 'done' ? null : <JobStatus job={job} />}
        {job.waitingFor[0] ? <Wait of={job.waitingFor[0]} /> : null}
      </li>
    ))}
  </ul>
);

/** At most two lines, so that it does not stretch the cards beside it. The title has all of it. */
function Wait({ of }: { of: Job['waitingFor'][number] }) {
  const [message, unblockedBy] = [waitSentence(of, 'message'), waitSentence(of, 'unblockedBy')];
  return (
    <span className={styles.waits} title={`${textOf(message)}; unblocked by ${textOf(unblockedBy)}`}>
      <Linked text={message} />; unblocked by <Linked text={unblockedBy} />
    </span>
  );
}
