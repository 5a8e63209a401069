import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { jobStates } from '@weft/shared/kinds/job';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type Column, DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/list-search.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { jobKindOptions, jobStatus, jobTitle } from './job-words.js';

export const jobColumns: readonly Column<Job>[] = [
  { name: 'Job', cell: (job) => <TextLink {...paths.job(job.id)}>{jobTitle(job)}</TextLink> },
  { name: 'State', cell: (job) => <Status {...jobStatus(job)} />, wide: true },
  { name: 'Requested by', cell: (job) => job.requestedBy },
  { name: 'Requested', cell: (job) => <Time at={job.createdAt} />, sort: 'createdAt' },
  { name: 'Changed', cell: (job) => <Time at={job.updatedAt} />, sort: 'updatedAt' },
];

const route = getRouteApi('/jobs');

export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const sort = search.sort ?? '-createdAt';
  const jobs = api.useQuery(
    'get',
    '/api/v1/jobs',
    { params: { query: { ...listQuery(search), sort } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Page
      title="Jobs"
      actions={
        <>
          <Filter label="State" value={search.state} options={jobStates} onChange={(state) => set({ state, after: undefined })} />
          <Filter label="Kind" value={search.kind} options={jobKindOptions} onChange={(kind) => set({ kind, after: undefined })} />
        </>
      }
    >
      <DataTable
        label="Jobs"
        columns={jobColumns}
        page={jobs}
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        empty={<Empty>No job fits. A job starts whenever somebody changes a volume, an attachment or a drive.</Empty>}
      />
    </Page>
  );
}
