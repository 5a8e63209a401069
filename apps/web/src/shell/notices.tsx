import { CloseButton } from '@mantine/core';
import { dismiss, useNotices } from '../ui/notices-store.js';
import { JobNotice } from './job-notice.js';
import styles from './notices.module.css';

/** Messages that belong to no place on the page. */
export const Notices = () => (
  <section className={styles.region} aria-label="Notices" aria-live="polite">
    {useNotices().map(({ id, tone, text, job }) => (
      <div key={id} className={styles.notice} data-tone={tone}>
        <div className={styles.text}>{job ? <JobNotice job={job} /> : text}</div>
        <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
      </div>
    ))}
  </section>
);
