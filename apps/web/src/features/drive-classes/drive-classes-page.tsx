import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { DriveClass } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Page } from '../../ui/page.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Notes } from '../notes/notes.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { classNumber } from './drive-class-provenance.js';
import { forecastColumns } from './forecast/forecast-columns.js';
import { membersText } from './members-text.js';
import { NewDriveClassButton } from './new-drive-class-button.js';

const EditDialog = lazy(() => import('./edit-drive-class-dialog.js').then((module) => ({ default: module.EditDriveClassDialog })));
const DeleteDialog = lazy(() => import('./delete-drive-class-dialog.js').then((module) => ({ default: module.DeleteDriveClassDialog })));

type Open = { what: 'notes' | 'edit' | 'delete'; driveClass: DriveClass };

const columnsOf = (onOpen: (open: Open) => void, refused: string | null): readonly Column<DriveClass>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => <TextLink {...paths.driveClass(id)}>{name}</TextLink>,
    sort: 'name',
    width: 7,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'Members',
    cell: ({ members }) => membersText(members),
    wide: true,
    csv: [{ header: 'members', value: ({ members }) => membersText(members) }],
  },
  {
    name: 'Description',
    cell: ({ description }) => description,
    width: 7,
    extra: true,
    csv: [{ header: 'description', value: ({ description }) => description }],
  },
  {
    name: 'Drives',
    cell: ({ id, driveCount }) => <TextLink {...paths.drives({ driveClassId: id })}>{driveCount}</TextLink>,
    told: (driveClass) => classNumber(driveClass, 'driveCount'),
    numeric: true,
    width: 4,
    csv: [{ header: 'drives', value: ({ driveCount }) => driveCount }],
  },
  {
    name: 'In service',
    cell: ({ inServiceCount }) => inServiceCount,
    told: (driveClass) => classNumber(driveClass, 'inServiceCount'),
    numeric: true,
    width: 4,
    csv: [{ header: 'drives in service', value: ({ inServiceCount }) => inServiceCount }],
  },
  {
    name: 'Nodes',
    cell: ({ nodeCount }) => nodeCount,
    told: (driveClass) => classNumber(driveClass, 'nodeCount'),
    numeric: true,
    width: 4,
    extra: true,
    csv: [{ header: 'nodes', value: ({ nodeCount }) => nodeCount }],
  },
  {
    name: 'See',
    cell: ({ id }) => (
      <span className="row">
        <TextLink {...paths.volumes({ driveClassId: id })}>volumes</TextLink>
        <TextLink {...paths.topology(`class:${id}`)}>topology</TextLink>
      </span>
    ),
    width: 7.5,
  },
  {
    name: 'Capacity',
    cell: ({ capacityBytes }) => formatBytes(capacityBytes),
    told: (driveClass) => classNumber(driveClass, 'capacityBytes'),
    numeric: true,
    width: 5.5,
    csv: [{ header: 'capacity_bytes', value: ({ capacityBytes }) => capacityBytes }],
  },
  {
    name: 'Free',
    cell: ({ freeBytes }) => formatBytes(freeBytes),
    told: (driveClass) => classNumber(driveClass, 'freeBytes'),
    numeric: true,
    width: 5.5,
    csv: [{ header: 'free_bytes', value: ({ freeBytes }) => freeBytes }],
  },
  ...forecastColumns,
  {
    name: 'Actions',
    cell: (driveClass) => (
      <span className="row">
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'notes', driveClass })}>
          Notes
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onOpen({ what: 'edit', driveClass })}>
          Edit…
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onOpen({ what: 'delete', driveClass })}>
          Delete…
        </ActionButton>
      </span>
    ),
    width: 11.5,
    fixed: true,
  },
];

const route = getRouteApi('/drive-classes');

export function DriveClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refused = usePermissionRefusal('drive-class:change');
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen, refused), [refused]);
  const close = () => setOpen(null);
  return (
    <Page title="Drive classes" actions={<NewDriveClassButton />}>
      <DataTable
        label="Drive classes"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/drive-classes', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="name"
        onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
        empty={<Empty action={<NewDriveClassButton />}>No drive classes yet. A volume uses the drives of one class.</Empty>}
      />
      {open?.what === 'notes' ? (
        <Dialog onClose={close} title={`Drive class ${open.driveClass.name}`} size="xl">
          <Notes of={{ kind: 'drive-class', id: open.driveClass.id }} />
        </Dialog>
      ) : null}
      <Suspense fallback={null}>
        {open?.what === 'edit' ? <EditDialog driveClass={open.driveClass} onClose={close} /> : null}
        {open?.what === 'delete' ? <DeleteDialog driveClass={open.driveClass} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}
