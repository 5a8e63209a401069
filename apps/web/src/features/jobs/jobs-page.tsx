import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { jobStates } from '@weft/shared/kinds/job';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { jobKindOptions, jobStatus, jobTitle } from './job-words.js';

const columns: readonly Column<Job>[] = [
  {
    name: 'Job',
    cell: (job) => <TextLink {...paths.job(job.id)}>{jobTitle(job)}</TextLink>,
    width: 19,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'kind', value: ({ kind }) => kind },
      { header: 'subject', value: ({ subject }) => subject.name },
      { header: 'subject_id', value: ({ subject }) => subject.id },
    ],
  },
  {
    name: 'State',
    cell: (job) => <Status {...jobStatus(job)} />,
    wide: true,
    csv: [
      { header: 'state', value: ({ state }) => state },
      { header: 'error', value: ({ error }) => error?.message },
    ],
  },
  {
    name: 'Requested by',
    width: 7,
    cell: (job) => job.requestedBy,
    csv: [{ header: 'requested_by', value: ({ requestedBy }) => requestedBy }],
  },
  {
    name: 'Requested',
    cell: (job) => <Ago at={job.createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'requested_at_utc', value: ({ createdAt }) => createdAt }],
  },
  {
    name: 'Changed',
    cell: (job) => <Ago at={job.updatedAt} />,
    sort: 'updatedAt',
    width: 7.5,
    csv: [{ header: 'changed_at_utc', value: ({ updatedAt }) => updatedAt }],
  },
];

const route = getRouteApi('/jobs');

export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const sort = search.sort ?? '-createdAt';
  return (
    <Page
      title="Jobs"
      actions={
        <>
          {search.subjectId ? (
            <Button size="xs" variant="default" onClick={() => set({ subjectId: undefined })}>
              Of everything
            </Button>
          ) : null}
          <Filter label="State" value={search.state} options={jobStates} onChange={(state) => set({ state })} />
          <Filter label="Kind" value={search.kind} options={jobKindOptions} onChange={(kind) => set({ kind })} />
        </>
      }
    >
      <DataTable
        label="Jobs"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/jobs', { params: { query: { ...listQuery(search, cursor), sort } } })}
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        empty={<Empty>No jobs match these filters. A change of a volume, attachment or drive starts a job.</Empty>}
      />
    </Page>
  );
}
