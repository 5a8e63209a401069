import { formatBytes } from '@weft/shared/units';
import type { VolumeCreate, VolumePlan } from '../../../../api/types.js';
import { paths } from '../../../../paths/paths.js';
import { PlainTable } from '../../../../table/plain-table.js';
import { TextLink } from '../../../../ui/text/links.js';
import { noRoomText, plannedText } from './planned-caches-words.js';

type Caches = NonNullable<VolumePlan['caches']>;
type Target = Caches['targets'][number];

/** What the caches of the legs take of each target, and the targets that have no room for one. */
export function PlannedCaches({ cache, caches }: { cache: NonNullable<VolumeCreate['cache']>; caches: Caches }) {
  const noRoom = noRoomText(caches);
  return (
    <>
      <p>{plannedText(cache, caches)}</p>
      <PlainTable<Target>
        label="Caches"
        rows={caches.targets}
        rowKey={({ id }) => id}
        columns={[
          { name: 'Target', cell: ({ id, name }) => <TextLink {...paths.node(id)}>{name}</TextLink>, whole: true },
          {
            name: 'Cache drives',
            cell: ({ id }) => [...new Set(caches.legs.filter(({ node }) => node.id === id).map(({ drive }) => drive.serial))].join(', '),
          },
          { name: 'Free now', cell: ({ freeBytes }) => formatBytes(freeBytes), numeric: true },
          { name: 'Takes', cell: ({ takenBytes }) => formatBytes(takenBytes), numeric: true },
          { name: 'Free after', cell: ({ freeBytesAfter }) => formatBytes(freeBytesAfter), numeric: true },
        ]}
      />
      {noRoom ? <p className="dimmed">{noRoom}</p> : null}
    </>
  );
}
