import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { nodeRoles } from '@weft/shared/kinds/node';
import { formatBytes } from '@weft/shared/units';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { ListBar } from '../../table/bar/list-bar.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { ButtonLink, TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { useBulk } from '../bulk/bulk-actions.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { liveColumns } from '../statistics/live-columns.js';
import { nodeBulk } from './node-bulk.js';
import { NodeUse } from './node-capacity.js';
import { nodeBytes, nodeMemory } from './node-provenance.js';
import { nodeStatus } from './node-status.js';

/** A lazy chunk: the page renders before it. */
const EnrollDialog = lazy(() => import('./dialogs/enroll-dialog.js').then((module) => ({ default: module.EnrollDialog })));

const labelsText = (labels: Node['labels']) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');

const columns: readonly Column<Node>[] = [
  {
    name: 'Name',
    cell: (node) => <TextLink {...paths.node(node.id)}>{node.name}</TextLink>,
    sort: 'name',
    width: 9,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'State',
    cell: (node) => <Status {...nodeStatus(node)} />,
    wide: true,
    csv: [
      { header: 'connection', value: ({ connection }) => connection.state },
      { header: 'scheduling', value: ({ scheduling }) => scheduling },
      { header: 'maintenance_until_utc', value: ({ maintenance }) => maintenance?.until },
    ],
  },
  {
    name: 'Roles',
    width: 6.5,
    cell: (node) => node.roles.join(', ') || <span className="dimmed">none yet</span>,
    csv: [{ header: 'roles', value: ({ roles }) => roles.join(' ') }],
  },
  {
    name: 'Labels',
    cell: ({ labels }) => labelsText(labels),
    width: 5.75,
    csv: [{ header: 'labels', value: ({ labels }) => labelsText(labels) }],
  },
  {
    name: 'Capacity',
    cell: (node) => (node.capacity.driveCount > 0 ? <NodeUse node={node} /> : ''),
    told: (node) => (node.capacity.driveCount > 0 ? nodeBytes(node, 'freeBytes') : null),
    width: 7.5,
    csv: [
      { header: 'drives', value: ({ capacity }) => capacity.driveCount },
      { header: 'drives_size_bytes', value: ({ capacity }) => capacity.sizeBytes },
      { header: 'used_bytes', value: ({ capacity }) => capacity.usedBytes },
      { header: 'free_bytes', value: ({ capacity }) => capacity.freeBytes },
      { header: 'unusable_bytes', value: ({ capacity }) => capacity.unusableBytes },
    ],
  },
  ...liveColumns<Node>({
    metrics: [
      { metric: 'cpu-busy', name: 'CPU', width: 4.5 },
      { metric: 'nic-receive', name: 'Received', width: 5.5 },
      { metric: 'nic-transmit', name: 'Sent', width: 5.5 },
    ],
    trend: 'cpu-busy',
    objectOf: ({ id }) => `node:${id}`,
    labelOf: ({ name }) => name,
    sourceOf: ({ name }) => `Node ${name}, its own counters`,
  }),
  { name: 'Kernel', extra: true, cell: (node) => node.kernel, width: 9, csv: [{ header: 'kernel', value: ({ kernel }) => kernel }] },
  {
    name: 'Memory',
    extra: true,
    cell: (node) => (node.memoryBytes === null ? '' : formatBytes(node.memoryBytes)),
    told: (node) => (node.memoryBytes === null ? null : nodeMemory(node)),
    numeric: true,
    width: 5.5,
    csv: [{ header: 'memory_bytes', value: ({ memoryBytes }) => memoryBytes }],
  },
  {
    name: 'Agent',
    extra: true,
    cell: (node) => node.agentVersion,
    width: 4.5,
    csv: [
      { header: 'agent_version', value: ({ agentVersion }) => agentVersion },
      { header: 'agent_protocol', value: ({ agentProtocol }) => agentProtocol },
    ],
  },
];

const route = getRouteApi('/nodes');

export function NodesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bulk = useBulk(nodeBulk);
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const refused = usePermissionRefusal('enrollment-token:create');
  const [enrolling, setEnrolling] = useState(false);
  return (
    <Page
      title="Nodes"
      actions={
        <>
          {refused === null ? (
            <ButtonLink variant="default" {...paths.enrollmentTokens()}>
              Tokens
            </ButtonLink>
          ) : null}
          <ActionButton variant="filled" refusedBecause={refused} onClick={() => setEnrolling(true)}>
            Enroll a node
          </ActionButton>
        </>
      }
    >
      <ListBar label="Nodes" searchedBy="name" search={search} onSearch={set} onView={(view) => navigate({ search: view })}>
        <Filter
          label="Connection"
          value={search.connection}
          options={['online', 'lost', 'never']}
          onChange={(connection) => set({ connection })}
        />
        <Filter label="Role" value={search.role} options={nodeRoles} onChange={(role) => set({ role })} />
      </ListBar>
      <DataTable
        label="Nodes"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/nodes', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="name"
        onSearch={set}
        preview={({ name }) => name}
        bulk={{
          nameOf: ({ name }) => name,
          actions: bulk.buttons,
        }}
        empty={
          search.search || search.connection || search.role ? (
            <Empty>No nodes match these filters.</Empty>
          ) : (
            <Empty drawing="nodes" action={refused === null ? <Button onClick={() => setEnrolling(true)}>Enroll a node</Button> : null}>
              No nodes yet. Servers with NVMe drives, and servers that use volumes, join with the agent and a one-time token.
            </Empty>
          )
        }
      />
      {bulk.dialog}
      <Suspense fallback={null}>{enrolling ? <EnrollDialog onClose={() => setEnrolling(false)} /> : null}</Suspense>
    </Page>
  );
}
