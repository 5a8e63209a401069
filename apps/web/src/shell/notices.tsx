import { CloseButton } from '@mantine/core';
import { dismiss, type Notice, useNotices } from '../ui/notices-store.js';
import { JobNotice } from './job-notice.js';
import styles from './notices.module.css';

/** Messages that belong to no place on the page. */
export const Notices = () => (
  <section className={styles.region} aria-label="Notices" aria-live="polite">
    {useNotices().map((notice) => (
      <NoticeView key={notice.id} notice={notice} />
    ))}
  </section>
);

export const NoticeView = ({ notice: { id, tone, text, job } }: { notice: Notice }) => (
  <div className={styles.notice} data-tone={tone}>
    <div className={styles.text}>{job ? <JobNotice job={job} /> : text}</div>
    <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
  </div>
);
