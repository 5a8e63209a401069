import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { DriveClass } from '../../api/types.js';
import { paths } from '../../paths.js';
import type { Column } from '../../table/column.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/list-search.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { useRoleRefusal } from '../session/use-session.js';
import { DeleteDriveClassDialog } from './delete-drive-class-dialog.js';
import { membersText } from './members-text.js';
import { NewDriveClassButton } from './new-drive-class-button.js';

const columnsOf = (onDelete: (driveClass: DriveClass) => void, refused: string | null): readonly Column<DriveClass>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => <TextLink {...paths.drives({ driveClassId: id })}>{name}</TextLink>,
    sort: 'name',
    width: 9,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'Drives that belong to it',
    cell: ({ members }) => membersText(members),
    wide: true,
    csv: [{ header: 'members', value: ({ members }) => membersText(members) }],
  },
  {
    name: 'Description',
    cell: ({ description }) => description,
    width: 12,
    csv: [{ header: 'description', value: ({ description }) => description }],
  },
  {
    name: 'Drives',
    cell: ({ driveCount }) => driveCount,
    numeric: true,
    width: 4,
    csv: [{ header: 'drives', value: ({ driveCount }) => driveCount }],
  },
  {
    name: 'Nodes',
    cell: ({ nodeCount }) => nodeCount,
    numeric: true,
    width: 4,
    csv: [{ header: 'nodes', value: ({ nodeCount }) => nodeCount }],
  },
  {
    name: 'Capacity',
    cell: ({ capacityBytes }) => formatBytes(capacityBytes),
    numeric: true,
    width: 6,
    csv: [{ header: 'capacity_bytes', value: ({ capacityBytes }) => capacityBytes }],
  },
  {
    name: 'Free',
    cell: ({ freeBytes }) => formatBytes(freeBytes),
    numeric: true,
    width: 6,
    csv: [{ header: 'free_bytes', value: ({ freeBytes }) => freeBytes }],
  },
  {
    name: 'Actions',
    cell: (driveClass) => (
      <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onDelete(driveClass)}>
        Delete…
      </ActionButton>
    ),
    width: 5.5,
    fixed: true,
  },
];

const route = getRouteApi('/drive-classes');

export function DriveClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refused = useRoleRefusal('operator');
  const [deleting, setDeleting] = useState<DriveClass | null>(null);
  const columns = useMemo(() => columnsOf(setDeleting, refused), [refused]);
  return (
    <Page title="Drive classes" actions={<NewDriveClassButton />}>
      <DataTable
        label="Drive classes"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/drive-classes', { params: { query: listQuery(search, cursor) } })}
        search={search}
        defaultSort="name"
        onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
        empty={<Empty action={<NewDriveClassButton />}>No drive class yet. A volume takes its space from the drives of one class.</Empty>}
      />
      {deleting ? <DeleteDriveClassDialog driveClass={deleting} onClose={() => setDeleting(null)} /> : null}
    </Page>
  );
}
