import { useEffect, useState } from 'react';
import styles from './statistics.module.css';
import type { News } from './use-statistics.js';

/** Watched objects are sampled every second; a pause of this length is shown to the user. */
const STALE_MS = 5000;

interface Props {
  isLive: boolean;
  news: News;
  rereadSeconds: number;
}

/** Age of the newest live value, and whether it covers all nodes. */
export function Freshness({ isLive, news: { heardAt, newest, refused }, rereadSeconds }: Props) {
  const now = useSeconds();
  if (!isLive) return <span className={styles.fresh}>read again every {Math.round(rereadSeconds / 60)} min</span>;
  if (refused !== null) return <Stale>The server sends no live values: {refused}</Stale>;
  if (heardAt === null) return <span className={styles.fresh}>no live value yet</span>;
  if (now - heardAt > STALE_MS) return <Stale>No live value for {Math.round((now - heardAt) / 1000)} s</Stale>;
  if (newest && newest.heard < newest.expected) {
    return (
      <Stale>
        Live from {newest.heard} of {newest.expected} nodes; the others are missing
      </Stale>
    );
  }
  return (
    <span className={styles.fresh} data-state="live">
      live
    </span>
  );
}

const Stale = ({ children }: { children: React.ReactNode }) => (
  <span className={styles.fresh} data-state="stale">
    {children}
  </span>
);

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
