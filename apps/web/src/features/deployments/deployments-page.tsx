import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { DeploymentSummary } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { deploymentStatus } from './deployment-words.js';

const columns: readonly Column<DeploymentSummary>[] = [
  {
    name: 'Deployment',
    cell: ({ id, title }) => <TextLink {...paths.deployment(id)}>{title}</TextLink>,
    width: 14,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'title', value: ({ title }) => title },
    ],
  },
  {
    name: 'State',
    cell: (deployment) => <Status {...deploymentStatus(deployment, deployment.endedSteps, deployment.stepCount)} />,
    wide: true,
    csv: [
      { header: 'state', value: ({ state }) => state },
      { header: 'goal', value: ({ goal }) => goal },
    ],
  },
  {
    name: 'Steps',
    cell: ({ endedSteps, stepCount }) => `${endedSteps} of ${stepCount}`,
    width: 6,
    csv: [{ header: 'steps', value: ({ stepCount }) => stepCount }],
  },
  {
    name: 'User',
    cell: ({ requestedBy }) => requestedBy,
    width: 7,
    csv: [{ header: 'requested_by', value: ({ requestedBy }) => requestedBy }],
  },
  {
    name: 'Started',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
];

const route = getRouteApi('/deployments');

export function DeploymentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  const role = usePermissionRefusal('deployment:apply');
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const exported = (serials: boolean) => ({
    component: 'a' as const,
    variant: 'default',
    href: `/api/v1/deployments/current?serials=${serials}`,
    download: serials ? 'weft-deployment.json' : 'weft-deployment-by-model.json',
  });
  return (
    <Page
      title="Deployments"
      actions={
        <>
          <Button {...exported(true)}>Export cluster</Button>
          <Button {...exported(false)}>Export without serials</Button>
          <ActionButton variant="filled" refusedBecause={role} onClick={() => go(paths.newDeployment())}>
            New deployment…
          </ActionButton>
        </>
      }
    >
      <DataTable
        label="Deployments"
        columns={columns}
        pageOf={(cursor) =>
          api.queryOptions('get', '/api/v1/deployments', {
            params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
          })
        }
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        empty={<Empty>No deployment yet. A deployment takes enrolled, empty nodes to attached volumes, step by step.</Empty>}
      />
    </Page>
  );
}
