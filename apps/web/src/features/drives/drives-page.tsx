import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { driveStates } from '@weft/shared/kinds/drive';
import { api } from '../../api/client.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/list-search.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { useChoices } from '../use-choices.js';
import { driveColumns } from './drive-columns.js';

const route = getRouteApi('/drives');

export function DrivesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const drives = api.useQuery('get', '/api/v1/drives', { params: { query: listQuery(search) } }, { placeholderData: keepPreviousData });
  const { nodes, driveClasses } = useChoices();
  const filtered = search.state || search.nodeId || search.driveClassId;
  return (
    <Page
      title="Drives"
      actions={
        <>
          <Filter label="State" value={search.state} options={driveStates} onChange={(state) => set({ state, after: undefined })} />
          <Filter label="Node" value={search.nodeId} options={nodes} onChange={(nodeId) => set({ nodeId, after: undefined })} />
          <Filter
            label="Class"
            value={search.driveClassId}
            options={driveClasses}
            onChange={(driveClassId) => set({ driveClassId, after: undefined })}
          />
        </>
      }
    >
      <DataTable
        label="Drives"
        columns={driveColumns}
        page={drives}
        search={search}
        defaultSort="serial"
        onSearch={set}
        empty={<Empty>{filtered ? 'No drive fits these filters.' : 'No drive yet: nodes bring theirs when they enroll.'}</Empty>}
      />
    </Page>
  );
}
