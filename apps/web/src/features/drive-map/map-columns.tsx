import { formatBytes } from '@weft/shared/units';
import { paths } from '../../paths.js';
import type { Column } from '../../table/column.js';
import { TextLink } from '../../ui/links.js';
import type { MapRow } from './brush.js';
import { measureNames } from './map-search.js';
import { measureOf, measureText } from './measures.js';

export const mapColumns: readonly Column<MapRow>[] = [
  {
    name: 'Serial',
    cell: ({ id, serial }) => (
      <TextLink {...paths.drive(id)}>
        <code>{serial}</code>
      </TextLink>
    ),
    sort: 'serial',
    width: 9.5,
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
    width: 6,
    csv: [{ header: 'node', value: ({ node }) => node.name }],
  },
  {
    name: 'Rack',
    width: 6,
    cell: ({ node }) => [node.zone, node.rack].filter((each) => each !== null).join(' / '),
    csv: [
      { header: 'zone', value: ({ node }) => node.zone },
      { header: 'rack', value: ({ node }) => node.rack },
    ],
  },
  { name: 'State', cell: ({ state }) => state, csv: [{ header: 'state', value: ({ state }) => state }] },
  ...measureNames.map(
    (name): Column<MapRow> => ({
      name: measureOf(name).label,
      cell: (row) => measureText(name, row),
      sort: name,
      numeric: true,
      width: 6,
      csv: [{ header: measureOf(name).csv, value: measureOf(name).value }],
    }),
  ),
  {
    name: 'Free',
    width: 5.5,
    cell: ({ freeBytes }) => (freeBytes === null ? '' : formatBytes(freeBytes)),
    numeric: true,
    csv: [{ header: 'free_bytes', value: ({ freeBytes }) => freeBytes }],
  },
  {
    name: 'Size',
    width: 5.5,
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
    numeric: true,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
];
