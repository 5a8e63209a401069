import { Link } from '@tanstack/react-router';
import styles from './tabs.module.css';

export interface Tab {
  name: string;
  label: string;
  /** A problem inside: the tab has a mark, and its description says so. */
  trouble?: string | null;
}

interface Props {
  tabs: readonly Tab[];
  current: string;
}

/** Parts of one page. Each is a link, so that the address names the part and the browser's history walks through them. */
export const Tabs = ({ tabs, current }: Props) => (
  <nav aria-label="Parts of this page" className={styles.tabs}>
    {tabs.map(({ name, label, trouble = null }, at) => (
      <Link
        key={name}
        to="."
        // Only pages with a tab in their address show tabs; the types of routes do not know which.
        search={((before: object) => ({ ...before, tab: at === 0 ? undefined : name })) as never}
        className={styles.tab}
        aria-current={name === current ? 'page' : undefined}
        {...(trouble === null ? {} : { title: trouble, 'aria-description': trouble, 'data-trouble': true })}
        // Without it the router marks the first tab as current on every other tab too.
        activeOptions={{ explicitUndefined: true }}
      >
        {label}
      </Link>
    ))}
  </nav>
);
