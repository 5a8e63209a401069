import { getRouteApi } from '@tanstack/react-router';
import { driveStates } from '@weft/shared/kinds/drive';
import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { ListBar } from '../../table/bar/list-bar.js';
import { DataTable } from '../../table/data-table.js';
import { Filter } from '../../table/filter.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Page } from '../../ui/page.js';
import { ButtonLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { useBulk } from '../bulk/bulk-actions.js';
import { NodeFilter } from '../node-choice.js';
import { useDriveClassChoices } from '../use-choices.js';
import { useDriveDialog } from './drive-actions.js';
import { driveBulk } from './drive-bulk.js';
import { driveColumns } from './drive-columns.js';
import { useLostNodes } from './use-lost-nodes.js';

const route = getRouteApi('/drives');

export function DrivesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const bulk = useBulk(driveBulk);
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const driveClasses = useDriveClassChoices();
  const lost = useLostNodes();
  const { onOpen, dialog } = useDriveDialog();
  const columns = useMemo(() => driveColumns(lost, onOpen), [lost, onOpen]);
  const filtered = search.search || search.state || search.nodeId || search.driveClassId;
  return (
    <Page
      title="Drives"
      actions={
        <>
          <ButtonLink variant="default" {...paths.wipeRecords()}>
            Wipe records
          </ButtonLink>
          <ButtonLink variant="default" {...paths.driveMap()}>
            Map of all drives
          </ButtonLink>
        </>
      }
    >
      <ListBar label="Drives" searchedBy="serial or model" search={search} onSearch={set} onView={(view) => navigate({ search: view })}>
        <Filter label="State" value={search.state} options={driveStates} onChange={(state) => set({ state })} />
        <NodeFilter label="Node" value={search.nodeId} onChange={(nodeId) => set({ nodeId })} />
        <Filter label="Class" value={search.driveClassId} options={driveClasses} onChange={(driveClassId) => set({ driveClassId })} />
      </ListBar>
      <DataTable
        label="Drives"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/drives', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="serial"
        onSearch={set}
        preview={({ serial }) => serial}
        bulk={{
          nameOf: ({ serial }) => serial,
          actions: bulk.buttons,
        }}
        empty={
          <Empty {...(filtered ? {} : { drawing: 'drives' as const })}>
            {filtered ? 'No drives match these filters.' : 'No drives yet. Nodes add their drives when they enroll.'}
          </Empty>
        }
      />
      {bulk.dialog}
      {dialog}
    </Page>
  );
}
