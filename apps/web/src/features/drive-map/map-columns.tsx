import { formatBytes } from '@weft/shared/units';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { driveBytes } from '../drives/drive-provenance.js';
import { driveStatus, type LostNodes } from '../drives/drive-status.js';
import type { MapRow } from './brush.js';
import { mappedNumber } from './map-provenance.js';
import { measureNames } from './map-search.js';
import { measureOf, measureText } from './measures.js';

export const mapColumns = (lost: LostNodes): readonly Column<MapRow>[] => [
  {
    name: 'Serial',
    cell: ({ id, serial }) => (
      <TextLink {...paths.drive(id)}>
        <code>{serial}</code>
      </TextLink>
    ),
    sort: 'serial',
    width: 9,
    fixed: true,
    csv: [
      { header: 'serial', value: ({ serial }) => serial },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'Node',
    cell: ({ node }) => <TextLink {...paths.node(node.id)}>{node.name}</TextLink>,
    sort: 'node',
    width: 5,
    csv: [{ header: 'node', value: ({ node }) => node.name }],
  },
  {
    name: 'Rack',
    width: 5,
    cell: ({ node }) => [node.zone, node.rack].filter((each) => each !== null).join(' / '),
    csv: [
      { header: 'zone', value: ({ node }) => node.zone },
      { header: 'rack', value: ({ node }) => node.rack },
    ],
  },
  {
    name: 'State',
    cell: (row) => <Status {...driveStatus(row, lost)} />,
    width: 8.5,
    csv: [{ header: 'state', value: ({ state }) => state }],
  },
  ...measureNames.map(
    (name): Column<MapRow> => ({
      name: measureOf(name).label,
      cell: (row) => measureText(name, row),
      told: (row) => (measureOf(name).value(row) === null ? null : mappedNumber(row, name)),
      sort: name,
      numeric: true,
      width: 6.5,
      csv: [{ header: measureOf(name).csv, value: measureOf(name).value }],
    }),
  ),
  {
    name: 'Free',
    width: 5.25,
    cell: ({ freeBytes }) => (freeBytes === null ? '' : formatBytes(freeBytes)),
    told: (row) => (row.freeBytes === null ? null : driveBytes({ ...row, updatedAt: row.at }, 'freeBytes')),
    numeric: true,
    csv: [{ header: 'free_bytes', value: ({ freeBytes }) => freeBytes }],
  },
  {
    name: 'Size',
    width: 5.25,
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    told: (row) => driveBytes({ ...row, updatedAt: row.at }, 'sizeBytes'),
    numeric: true,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
];
