import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

interface Props {
  title: string;
  /** Content above the title: the list that the object belongs to. */
  above?: ReactNode;
  status?: ReactNode;
  /** The problem with the object, as a sentence. */
  cause?: ReactNode;
  actions?: ReactNode;
  /** Parts of the page (`Tabs`). */
  tabs?: ReactNode;
  children: ReactNode;
}

/** One page: heading, actions, content. */
export function Page({ title, above, status, cause, actions, tabs, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Weft`;
  }, [title]);
  return (
    <>
      <div className={styles.header}>
        <hgroup className={styles.heading} aria-label={title}>
          {above ? <div className={styles.above}>{above}</div> : null}
          <h1 className={styles.title}>{title}</h1>
          {status}
        </hgroup>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
        <div className={styles.actions} role="group" aria-label="Actions">
          {actions}
        </div>
      </div>
      {tabs}
      {cause ? <div className={styles.cause}>{cause}</div> : null}
      <div className={styles.body}>{children}</div>
    </>
  );
}

export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className={`card ${styles.section}`}>
    <div className={styles.sectionHead}>
      <h2>{title}</h2>
      <div className="row">{actions}</div>
    </div>
    {children}
  </section>
);
