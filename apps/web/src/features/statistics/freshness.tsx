import { useEffect, useState } from 'react';
import styles from './statistics.module.css';

/** Watched objects are sampled every second; so many without a word are worth words. */
const STALE_MS = 5000;

interface Props {
  isLive: boolean;
  heardAt: number | null;
  refused: string | null;
  rereadSeconds: number;
}

/** How old the newest live value is. */
export function Freshness({ isLive, heardAt, refused, rereadSeconds }: Props) {
  const now = useSeconds();
  if (!isLive) return <span className={styles.fresh}>read again every {Math.round(rereadSeconds / 60)} min</span>;
  if (refused !== null) return <Stale>The server sends no live values: {refused}</Stale>;
  if (heardAt === null) return <span className={styles.fresh}>no live value yet</span>;
  if (now - heardAt > STALE_MS) return <Stale>No live value for {Math.round((now - heardAt) / 1000)} s</Stale>;
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
