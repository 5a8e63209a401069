import { getRouteApi } from '@tanstack/react-router';
import { volumeHealths, volumeStates } from '@weft/shared/kinds/volume';
import { api } from '../../../api/client.js';
import { ListBar } from '../../../table/bar/list-bar.js';
import { DataTable } from '../../../table/data-table.js';
import { Filter } from '../../../table/filter.js';
import { listQuery } from '../../../table/rows/list-search.js';
import { Page } from '../../../ui/page.js';
import { Empty } from '../../../ui/text/message.js';
import { useBulk } from '../../bulk/bulk-actions.js';
import { useDriveClassChoices } from '../../use-choices.js';
import { NewVolumeButton } from './new-volume-button.js';
import { volumeBulk } from './volume-bulk.js';
import { volumeColumns } from './volume-columns.js';

const route = getRouteApi('/volumes');

export function VolumesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bulk = useBulk(volumeBulk);
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const driveClasses = useDriveClassChoices();
  return (
    <Page title="Volumes" actions={<NewVolumeButton />}>
      <ListBar label="Volumes" searchedBy="name" search={search} onSearch={set} onView={(view) => navigate({ search: view })}>
        <Filter label="State" value={search.state} options={volumeStates} onChange={(state) => set({ state })} />
        <Filter label="Health" value={search.health} options={volumeHealths} onChange={(health) => set({ health })} />
        <Filter label="Class" value={search.driveClassId} options={driveClasses} onChange={(driveClassId) => set({ driveClassId })} />
      </ListBar>
      <DataTable
        label="Volumes"
        columns={volumeColumns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/volumes', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="name"
        onSearch={set}
        preview={({ name }) => name}
        bulk={{
          nameOf: ({ name }) => name,
          actions: bulk.buttons,
        }}
        empty={
          search.search || search.state || search.health || search.driveClassId ? (
            <Empty>No volumes match these filters.</Empty>
          ) : (
            <Empty drawing="volumes" action={<NewVolumeButton />}>
              No volumes yet. A volume is a block device over NVMe-oF that clients attach. Its legs are on drives of a class.
            </Empty>
          )
        }
      />
      {bulk.dialog}
    </Page>
  );
}
