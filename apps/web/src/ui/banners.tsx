import { useServerFacts } from '../api/server-facts.js';
import type { LiveState } from '../live/use-live.js';
import styles from './banners.module.css';
import { Ago } from './time/time.js';

/** Warnings that apply to the whole page. */
export function Banners({ live }: { live?: LiveState }) {
  const { insecureHttp, dataAt } = useServerFacts();
  return (
    <section className={styles.banners} aria-label="About this cluster">
      {insecureHttp ? (
        <div className={styles.warning} role="note" aria-label="Insecure HTTP">
          <strong>Plain HTTP</strong> Passwords and credentials cross the network unencrypted. Remove insecureHttp from the settings of the
          server.
        </div>
      ) : null}
      {dataAt === null ? null : (
        <div className={styles.warning} role="status" aria-label="Age of the data">
          <strong>Old data</strong> MongoDB has no primary: pages show the cluster as of <Ago at={dataAt} /> or later, and the server
          refuses changes. Start the missing members of the replica set; this message then disappears.
        </div>
      )}
      {live?.state === 'lost' ? (
        <div className={styles.warning} role="status" aria-label="Connection">
          <strong>Not connected</strong> No data from the server since <Ago at={live.since} />; this page may be out of date. Trying again.
        </div>
      ) : null}
    </section>
  );
}
