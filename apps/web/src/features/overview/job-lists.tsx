import type { Job, Overview } from '../../api/types.js';
import { paths } from '../../paths.js';
import { TextLink } from '../../ui/links.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Ago } from '../../ui/time.js';
import { jobStatus, jobTitle } from '../jobs/job-words.js';
import styles from './overview.module.css';

/** What is under way, what waits and for what; and what was done last, by whom. */
export const JobLists = ({ overview: { jobs, changes, counts } }: { overview: Overview }) => {
  const more = counts.jobs.running + counts.jobs.waiting - jobs.length;
  return (
    <div className={styles.columns}>
      <Section title="Jobs under way" actions={<TextLink {...paths.jobs()}>All jobs</TextLink>}>
        {jobs.length === 0 ? <p className="dimmed">None.</p> : <JobList label="Jobs under way" jobs={jobs} />}
        {more > 0 ? <p className="dimmed">And {more} more.</p> : null}
      </Section>
      <Section title="Recent changes">
        {changes.length === 0 ? <p className="dimmed">None yet.</p> : <JobList label="Recent changes" jobs={changes} />}
      </Section>
    </div>
  );
};

/** What it waits for stands below, where there is room. */
function JobStatus({ job }: { job: Job }) {
  const { why, ...facts } = jobStatus(job);
  return <Status {...facts} {...(job.waitingFor.length > 0 ? {} : { why })} />;
}

const JobList = ({ label, jobs }: { label: string; jobs: readonly Job[] }) => (
  <ul className={styles.jobs} aria-label={label}>
    {jobs.map((job) => (
      <li key={job.id}>
        <TextLink {...paths.job(job.id)}>{jobTitle(job)}</TextLink>
        <JobStatus job={job} />
        <span className="dimmed">
          {job.requestedBy}, <Ago at={job.finishedAt ?? job.createdAt} />
        </span>
        {job.waitingFor[0] ? (
          <span className={styles.waits}>
            {job.waitingFor[0].message}; unblocked by {job.waitingFor[0].unblockedBy}
          </span>
        ) : null}
      </li>
    ))}
  </ul>
);
