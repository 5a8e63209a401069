import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import { Loaded } from '../../ui/loaded.js';
import { Mark } from '../../ui/marks/mark.js';
import { Empty } from '../../ui/text/message.js';
import { textOf } from '../../ui/text/sentence.js';
import { volumeStatus } from '../volumes/volume-status.js';
import styles from './simulation.module.css';

/** Each volume with its health, which live changes keep current: the effect of a fault, and its end. */
export function VolumeStrip() {
  const volumes = api.useQuery('get', '/api/v1/volumes', { params: { query: { limit: PAGE_ROWS } } });
  return (
    <Loaded of={volumes} gone="No volumes.">
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No volumes.</Empty>
        ) : (
          <ul className={styles.volumes} aria-label="Health of the volumes">
            {items.map((volume) => {
              const { tone, what, why } = volumeStatus(volume);
              return (
                <li key={volume.id}>
                  <Link
                    {...paths.volume(volume.id)}
                    className={styles.volume}
                    data-tone={tone}
                    title={typeof why === 'string' || Array.isArray(why) ? textOf(why) : undefined}
                  >
                    <Mark tone={tone} />
                    <span className={styles.name}>{volume.name}</span>
                    <span className={styles.what}>{what}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        )
      }
    </Loaded>
  );
}
