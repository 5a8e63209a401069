import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type Column, DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/list-search.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { Labels } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { useRoleRefusal } from '../session/use-session.js';
import { EnrollDialog } from './enroll-dialog.js';
import { nodeStatus } from './node-status.js';

const columns: readonly Column<Node>[] = [
  { name: 'Name', cell: (node) => <TextLink {...paths.node(node.id)}>{node.name}</TextLink>, sort: 'name' },
  { name: 'State', cell: (node) => <Status {...nodeStatus(node)} />, wide: true },
  { name: 'Roles', cell: (node) => node.roles.join(', ') || <span className="dimmed">none yet</span> },
  { name: 'Labels', cell: (node) => <Labels labels={node.labels} /> },
  { name: 'Kernel', cell: (node) => node.kernel },
  { name: 'Memory', cell: (node) => (node.memoryBytes === null ? '' : formatBytes(node.memoryBytes)), numeric: true },
  { name: 'Agent', cell: (node) => node.agentVersion },
];

const route = getRouteApi('/nodes');

export function NodesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const nodes = api.useQuery('get', '/api/v1/nodes', { params: { query: listQuery(search) } }, { placeholderData: keepPreviousData });
  const refused = useRoleRefusal('administrator');
  const [enrolling, setEnrolling] = useState(false);
  return (
    <Page
      title="Nodes"
      actions={
        <>
          <Filter
            label="Connection"
            value={search.connection}
            options={['online', 'lost', 'never']}
            onChange={(connection) => set({ connection, after: undefined })}
          />
          <ActionButton variant="filled" refusedBecause={refused} onClick={() => setEnrolling(true)}>
            Enroll a node
          </ActionButton>
        </>
      }
    >
      <DataTable
        label="Nodes"
        columns={columns}
        page={nodes}
        search={search}
        defaultSort="name"
        onSearch={set}
        empty={
          search.connection ? (
            <Empty>No node is in that state.</Empty>
          ) : (
            <Empty action={refused === null ? <Button onClick={() => setEnrolling(true)}>Enroll a node</Button> : null}>
              No node yet. Servers with NVMe drives, and the servers that will use the volumes, join with the agent and a one-time token.
            </Empty>
          )
        }
      />
      {enrolling ? <EnrollDialog onClose={() => setEnrolling(false)} /> : null}
    </Page>
  );
}
