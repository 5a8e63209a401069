import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { DriveClass } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type Column, DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/list-search.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Empty } from '../../ui/message.js';
import { Page } from '../../ui/page.js';
import { useRoleRefusal } from '../session/use-session.js';
import { DeleteDriveClassDialog } from './delete-drive-class-dialog.js';
import { membersText } from './members-text.js';
import { NewDriveClassButton } from './new-drive-class-button.js';

const columns = (onDelete: (driveClass: DriveClass) => void, refused: string | null): readonly Column<DriveClass>[] => [
  { name: 'Name', cell: ({ id, name }) => <TextLink {...paths.drives({ driveClassId: id })}>{name}</TextLink>, sort: 'name' },
  { name: 'Drives that belong to it', cell: ({ members }) => membersText(members), wide: true },
  { name: 'Description', cell: ({ description }) => description },
  { name: 'Drives', cell: ({ driveCount }) => driveCount, numeric: true },
  { name: 'Nodes', cell: ({ nodeCount }) => nodeCount, numeric: true },
  { name: 'Capacity', cell: ({ capacityBytes }) => formatBytes(capacityBytes), numeric: true },
  { name: 'Free', cell: ({ freeBytes }) => formatBytes(freeBytes), numeric: true },
  {
    name: 'Actions',
    cell: (driveClass) => (
      <ActionButton size="compact-xs" refusedBecause={refused} onClick={() => onDelete(driveClass)}>
        Delete…
      </ActionButton>
    ),
  },
];

const route = getRouteApi('/drive-classes');

export function DriveClassesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const classes = api.useQuery(
    'get',
    '/api/v1/drive-classes',
    { params: { query: listQuery(search) } },
    { placeholderData: keepPreviousData },
  );
  const refused = useRoleRefusal('operator');
  const [deleting, setDeleting] = useState<DriveClass | null>(null);
  return (
    <Page title="Drive classes" actions={<NewDriveClassButton />}>
      <DataTable
        label="Drive classes"
        columns={columns(setDeleting, refused)}
        page={classes}
        search={search}
        defaultSort="name"
        onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
        empty={<Empty action={<NewDriveClassButton />}>No drive class yet. A volume takes its space from the drives of one class.</Empty>}
      />
      {deleting ? <DeleteDriveClassDialog driveClass={deleting} onClose={() => setDeleting(null)} /> : null}
    </Page>
  );
}
