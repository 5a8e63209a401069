import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { attachmentStates } from '@weft/shared/kinds/attachment';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Attachment } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { ListBar } from '../../table/bar/list-bar.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { EntityLink } from '../../ui/entity/entity-link.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { useBulk } from '../bulk/bulk-actions.js';
import { NodeFilter } from '../node-choice.js';
import { liveColumns } from '../statistics/live-columns.js';
import { AttachmentActions } from './attachment-actions.js';
import { attachmentBulk } from './attachment-bulk.js';
import { attachmentStatus, pathsCount } from './attachment-status.js';

const DetachDialog = lazy(() => import('./detach-dialog.js').then((module) => ({ default: module.DetachDialog })));
const RevokeDialog = lazy(() => import('./revoke-dialog.js').then((module) => ({ default: module.RevokeDialog })));

type Open = { what: 'detach' | 'revoke'; attachment: Attachment };

const live = liveColumns<Attachment>({
  metrics: [
    { metric: 'iops', name: 'IOPS', width: 4.75, extra: true },
    { metric: 'throughput', name: 'Throughput', width: 5.75 },
    { metric: 'latency-p99', name: 'p99', width: 4.75 },
  ],
  trend: 'throughput',
  objectOf: ({ id }) => `attachment:${id}`,
  labelOf: ({ id }) => id,
  sourceOf: ({ volume, node }) => `Volume ${volume.name}, seen by ${node.name}`,
});

const columnsOf = (onOpen: (open: Open) => void): readonly Column<Attachment>[] => [
  {
    name: 'Volume',
    cell: ({ volume }) => <EntityLink kind="volume" {...volume} />,
    width: 7.5,
    fixed: true,
    csv: [
      { header: 'volume', value: ({ volume }) => volume.name },
      { header: 'id', value: ({ id }) => id },
      { header: 'created_at_utc', value: ({ createdAt }) => createdAt },
    ],
  },
  {
    name: 'Client',
    width: 5.5,
    cell: ({ node }) => <EntityLink kind="node" {...node} />,
    fixed: true,
    csv: [{ header: 'client', value: ({ node }) => node.name }],
  },
  {
    name: 'State',
    cell: (attachment) => <Status {...attachmentStatus(attachment)} />,
    wide: true,
    csv: [{ header: 'state', value: ({ state }) => state }],
  },
  {
    name: 'Mode',
    extra: true,
    cell: ({ mode, transport }) => `${mode}, ${transport}`,
    width: 8,
    csv: [
      { header: 'mode', value: ({ mode }) => mode },
      { header: 'transport', value: ({ transport }) => transport },
    ],
  },
  {
    name: 'Paths',
    cell: (attachment) => <TextLink {...paths.attachment(attachment.id)}>{pathsCount(attachment)}</TextLink>,
    width: 6,
    csv: [
      { header: 'paths', value: (attachment) => attachment.paths.length },
      {
        header: 'paths_live',
        value: (attachment) => attachment.paths.filter(({ controllerState }) => controllerState === 'live').length,
      },
    ],
  },
  {
    name: 'Device',
    extra: true,
    cell: ({ device, open }) =>
      device ? (
        <span title={device}>
          <code>{device}</code> {open ? 'open' : ''}
        </span>
      ) : (
        <span className="dimmed">none yet</span>
      ),
    width: 11.5,
    csv: [
      { header: 'device', value: ({ device }) => device },
      { header: 'open', value: ({ open }) => open },
    ],
  },
  ...live,
  {
    name: 'Actions',
    late: true,
    cell: (attachment) => <AttachmentActions attachment={attachment} onOpen={(what) => onOpen({ what, attachment })} />,
    width: 12,
    fixed: true,
  },
];

const nameOf = ({ volume, node }: Attachment) => `${volume.name} on ${node.name}`;

const route = getRouteApi('/attachments');

/** All attachments: every attached volume with its client. */
export function AttachmentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bulk = useBulk(attachmentBulk);
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const [open, setOpen] = useState<Open | null>(null);
  const [columns] = useState(() => columnsOf(setOpen));
  const sort = search.sort ?? '-createdAt';
  return (
    <Page title="Attachments">
      <ListBar
        label="Attachments"
        searchedBy="volume or client"
        search={search}
        onSearch={set}
        onView={(view) => navigate({ search: view })}
      >
        {search.volumeId ? (
          <Button size="xs" variant="default" onClick={() => set({ volumeId: undefined })}>
            Of every volume
          </Button>
        ) : null}
        <Filter label="State" value={search.state} options={attachmentStates} onChange={(state) => set({ state })} />
        <NodeFilter label="Client" value={search.nodeId} onChange={(nodeId) => set({ nodeId })} />
      </ListBar>
      <DataTable
        label="Attachments"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/attachments', { params: { query: { ...listQuery(search, cursor), sort } } })}
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        preview={nameOf}
        bulk={{
          nameOf,
          actions: bulk.buttons,
        }}
        empty={
          search.search || search.state || search.nodeId || search.volumeId ? (
            <Empty>No attachments match these filters.</Empty>
          ) : (
            <Empty drawing="attachments" action={<TextLink {...paths.volumes()}>Volumes</TextLink>}>
              No attachments yet. Attach a volume to a client on the page of the volume.
            </Empty>
          )
        }
      />
      {bulk.dialog}
      <Suspense fallback={null}>
        {open?.what === 'detach' ? <DetachDialog attachment={open.attachment} onClose={() => setOpen(null)} /> : null}
        {open?.what === 'revoke' ? <RevokeDialog attachment={open.attachment} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </Page>
  );
}
