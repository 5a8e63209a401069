import type { VolumeScrub } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { TextLink } from '../../../ui/text/links.js';
import { halfText } from './scrub-words.js';

type Half = NonNullable<NonNullable<VolumeScrub['last']>['halves']>[number];

/** How often each half returned wrong bytes while the scrub ran. */
export const ScrubbedHalves = ({ halves }: { halves: readonly Half[] }) => (
  <PlainTable<Half>
    label="Halves of the last scrub"
    rows={halves}
    rowKey={({ legId }) => legId}
    columns={[
      {
        name: 'Leg',
        cell: ({ index, node }) => (
          <>
            {index} on <TextLink {...paths.node(node.id)}>{node.name}</TextLink>
          </>
        ),
      },
      { name: 'Drive', cell: ({ drive }) => <TextLink {...paths.drive(drive.id)}>{drive.serial}</TextLink> },
      { name: 'Wrong checksums', numeric: true, cell: halfText },
    ]}
  />
);
