import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { volumeStates } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { Volume } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type Column, DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/list-search.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { useChoices } from '../use-choices.js';
import { NewVolumeButton } from './new-volume-button.js';
import { volumeStatus } from './volume-status.js';

const columns: readonly Column<Volume>[] = [
  { name: 'Name', cell: (volume) => <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink>, sort: 'name' },
  { name: 'State', cell: (volume) => <Status {...volumeStatus(volume)} />, wide: true },
  { name: 'Size', cell: (volume) => formatBytes(volume.sizeBytes), sort: 'sizeBytes', numeric: true },
  { name: 'Protection', cell: (volume) => volume.protection },
  { name: 'Class', cell: (volume) => volume.driveClass.name },
  { name: 'Legs', cell: (volume) => volume.legs.length, numeric: true },
  { name: 'Attached', cell: (volume) => (volume.attachmentIds.length === 0 ? '' : volume.attachmentIds.length), numeric: true },
  { name: 'Created', cell: (volume) => <Time at={volume.createdAt} />, sort: 'createdAt' },
];

const route = getRouteApi('/volumes');

export function VolumesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const volumes = api.useQuery('get', '/api/v1/volumes', { params: { query: listQuery(search) } }, { placeholderData: keepPreviousData });
  const { driveClasses } = useChoices();
  return (
    <Page
      title="Volumes"
      actions={
        <>
          <Filter label="State" value={search.state} options={volumeStates} onChange={(state) => set({ state, after: undefined })} />
          <Filter
            label="Class"
            value={search.driveClassId}
            options={driveClasses}
            onChange={(driveClassId) => set({ driveClassId, after: undefined })}
          />
          <NewVolumeButton />
        </>
      }
    >
      <DataTable
        label="Volumes"
        columns={columns}
        page={volumes}
        search={search}
        defaultSort="name"
        onSearch={set}
        empty={
          search.state || search.driveClassId ? (
            <Empty>No volume fits these filters.</Empty>
          ) : (
            <Empty action={<NewVolumeButton />}>
              No volume yet. A volume is a block device over NVMe-oF, in legs on the drives of a class, that clients attach.
            </Empty>
          )
        }
      />
    </Page>
  );
}
