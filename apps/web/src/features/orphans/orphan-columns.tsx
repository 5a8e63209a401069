import { cleanRefusal, ignoreRefusal, type OnlyCopy, type OrphanKind } from '@weft/shared/kinds/views/orphan';
import { formatBytes } from '@weft/shared/units';
import type { ListedOrphan } from '../../api/types.js';
import type { Column } from '../../table/columns/column.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import type { Tone } from '../../ui/marks/mark.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { Ago } from '../../ui/time/time.js';
import { orphanCommands } from './orphan-commands.js';
import { Volumes } from './volumes.js';

export const KINDS: Record<OrphanKind, string> = {
  'volume-group': 'volume group',
  'logical-volume': 'logical volume',
  subsystem: 'subsystem',
  port: 'port',
  controller: 'controller',
  array: 'array',
  mapping: 'dm device',
  'foreign-drive': 'drive with another group',
  drive: 'drive in service',
  leg: 'leg',
  attachment: 'attachment',
};
export const SIDES = { host: 'on the host only', database: 'in the database only' };
export const COPIES: Record<OnlyCopy, { tone: Tone; what: string }> = {
  yes: { tone: 'bad', what: 'possible' },
  unknown: { tone: 'warn', what: 'unknown' },
  no: { tone: 'good', what: 'no' },
};

const facts: readonly Column<ListedOrphan>[] = [
  {
    name: 'Name',
    cell: ({ name }) => <code title={name}>{name}</code>,
    width: 11.5,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Kind', cell: ({ kind }) => KINDS[kind], sort: 'kind', width: 8, csv: [{ header: 'kind', value: ({ kind }) => kind }] },
  {
    name: 'Node',
    cell: ({ node }) => <NounLink noun={{ kind: 'node', ...node }} />,
    width: 4.5,
    csv: [{ header: 'node', value: ({ node }) => node.name }],
  },
  {
    name: 'Volume',
    cell: ({ volume }) => <Volumes of={volume} />,
    width: 6,
    csv: [
      { header: 'volumes', value: ({ volume }) => volume.which },
      { header: 'volume_names', value: ({ volume }) => volume.references.map(({ name }) => name ?? '').join(' ') },
      { header: 'volume_ids', value: ({ volume }) => volume.references.map(({ id }) => id).join(' ') },
    ],
  },
  {
    name: 'Only copy',
    cell: ({ mayHoldOnlyCopy, copy }) => <Status {...COPIES[mayHoldOnlyCopy]} why={copy.message} />,
    wide: true,
    csv: [{ header: 'may_hold_only_copy', value: ({ mayHoldOnlyCopy }) => mayHoldOnlyCopy }],
  },
  {
    name: 'Size',
    cell: ({ sizeBytes }) => (sizeBytes === null ? <span className="dimmed">unknown</span> : formatBytes(sizeBytes)),
    sort: 'sizeBytes',
    numeric: true,
    width: 5.5,
    csv: [{ header: 'size_bytes', value: ({ sizeBytes }) => sizeBytes }],
  },
  {
    name: 'Since',
    cell: ({ since }) => (since === null ? <span className="dimmed">unknown</span> : <Ago at={since} />),
    sort: 'since',
    width: 6.5,
    csv: [{ header: 'since_utc', value: ({ since }) => since }],
  },
  { name: 'Found', cell: ({ side }) => SIDES[side], extra: true, width: 9, csv: [{ header: 'side', value: ({ side }) => side }] },
  {
    name: 'In use',
    cell: ({ inUse }) => (inUse === null ? <span className="dimmed">unknown</span> : inUse ? 'yes' : 'no'),
    extra: true,
    csv: [{ header: 'in_use', value: ({ inUse }) => inUse }],
  },
  {
    name: 'Meaning',
    cell: ({ what }) => what.message,
    extra: true,
    wide: true,
    csv: [{ header: 'what', value: ({ what }) => what.message }],
  },
  { name: 'Detail', cell: ({ detail }) => detail, extra: true, wide: true, csv: [{ header: 'detail', value: ({ detail }) => detail }] },
  {
    name: 'Remedy',
    cell: ({ remedy }) => remedy.message,
    extra: true,
    wide: true,
    csv: [{ header: 'remedy', value: ({ remedy }) => remedy.message }],
  },
  {
    name: 'Commands on the node',
    cell: (orphan) => orphanCommands(orphan).map((command) => <code key={command}>{command} </code>),
    extra: true,
    wide: true,
  },
];

export type OrphanAction = 'ignore' | 'clean';

/**
 * @param refused why the user may not do it, by action
 * @param isIgnoredShown whether the list has ignored ones too
 */
export const orphanColumns = (
  refused: Record<OrphanAction, string | null>,
  isIgnoredShown: boolean,
  onOpen: (orphan: ListedOrphan, action: OrphanAction) => void,
): readonly Column<ListedOrphan>[] => [
  ...facts,
  {
    name: 'Ignored',
    cell: ({ ignored }) => (ignored === null ? <span className="dimmed">no</span> : <Ignored of={ignored} />),
    extra: true,
    fixed: isIgnoredShown,
    width: 9,
    csv: [
      { header: 'ignored_by', value: ({ ignored }) => ignored?.by },
      { header: 'ignored_at_utc', value: ({ ignored }) => ignored?.at },
      { header: 'ignored_because', value: ({ ignored }) => ignored?.reason },
    ],
  },
  {
    name: 'Actions',
    cell: (orphan) => (
      <span className="row">
        <ActionButton
          size="compact-xs"
          refusedBecause={refused.ignore ?? (orphan.ignored ? null : ignoreRefusal(orphan))}
          onClick={() => onOpen(orphan, 'ignore')}
        >
          {orphan.ignored ? 'Stop ignoring…' : 'Ignore…'}
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={refused.clean ?? cleanRefusal(orphan)} onClick={() => onOpen(orphan, 'clean')}>
          Remove…
        </ActionButton>
      </span>
    ),
    width: 11,
    fixed: true,
  },
];

const Ignored = ({ of: { by, at, reason } }: { of: NonNullable<ListedOrphan['ignored']> }) => (
  <span title={reason}>
    by {by} <Ago at={at} />: {reason}
  </span>
);
