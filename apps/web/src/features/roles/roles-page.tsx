import { getRouteApi } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { Role } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { AccessPage } from '../access/access-page.js';
import { usePermissionRefusal } from '../session/use-session.js';

const NewRoleDialog = lazy(() => import('./role-dialogs.js').then((module) => ({ default: module.NewRoleDialog })));
const ChangeRoleDialog = lazy(() => import('./role-dialogs.js').then((module) => ({ default: module.ChangeRoleDialog })));
const DeleteRoleDialog = lazy(() => import('./role-dialogs.js').then((module) => ({ default: module.DeleteRoleDialog })));

type Open = { what: 'new' } | { what: 'edit' | 'delete'; role: Role };

const BUILT_IN = 'A built-in role cannot be changed.';

const columnsOf = (onOpen: (open: Open) => void): readonly Column<Role>[] => [
  {
    name: 'Name',
    cell: ({ name, builtIn }) => (
      <span>
        {name} {builtIn ? <span className="dimmed">(built-in)</span> : null}
      </span>
    ),
    sort: 'name',
    width: 14,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'Description',
    cell: ({ description }) => description,
    wide: true,
    csv: [{ header: 'description', value: ({ description }) => description }],
  },
  {
    name: 'Permissions',
    cell: ({ permissions }) => <span title={permissions.join(', ')}>{permissions.length}</span>,
    width: 7,
    csv: [{ header: 'permissions', value: ({ permissions }) => permissions.join(' ') }],
  },
  {
    name: 'Volumes',
    cell: ({ volumes }) => (volumes === 'all' ? 'all' : 'of groups'),
    width: 7,
    csv: [{ header: 'volumes', value: ({ volumes }) => volumes }],
  },
  {
    name: 'Actions',
    cell: (role) => (
      <span className="row">
        <ActionButton size="compact-xs" refusedBecause={role.builtIn ? BUILT_IN : null} onClick={() => onOpen({ what: 'edit', role })}>
          Edit…
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={role.builtIn ? BUILT_IN : null} onClick={() => onOpen({ what: 'delete', role })}>
          Delete…
        </ActionButton>
      </span>
    ),
    width: 10,
    fixed: true,
  },
];

const route = getRouteApi('/roles');

/** The built-in and the custom roles, with what they permit. */
export function RolesPage() {
  const refused = usePermissionRefusal('role:read');
  const refusedNew = usePermissionRefusal('role:create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(null);
  return (
    <AccessPage
      title="Roles"
      above={<TextLink {...paths.users()}>Users</TextLink>}
      actions={
        <ActionButton variant="filled" refusedBecause={refusedNew} onClick={() => setOpen({ what: 'new' })}>
          New role…
        </ActionButton>
      }
      refused={refused}
      columns={columns}
      pageOf={(cursor) => api.queryOptions('get', '/api/v1/roles', { params: { query: listQuery(search, cursor) } })}
      search={search}
      defaultSort="name"
      onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
      empty={<Empty>No roles.</Empty>}
    >
      {open?.what === 'new' ? <NewRoleDialog onClose={close} /> : null}
      {open?.what === 'edit' ? <ChangeRoleDialog role={open.role} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteRoleDialog role={open.role} onClose={close} /> : null}
    </AccessPage>
  );
}
