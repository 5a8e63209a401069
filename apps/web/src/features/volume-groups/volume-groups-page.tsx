import { getRouteApi } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { VolumeGroup } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { AccessPage } from '../access/access-page.js';
import { matcherText } from '../alerts/matchers-text.js';
import { usePermissionRefusal } from '../session/use-session.js';

const NewDialog = lazy(() => import('./volume-group-dialogs.js').then((module) => ({ default: module.NewVolumeGroupDialog })));
const ChangeDialog = lazy(() => import('./volume-group-dialogs.js').then((module) => ({ default: module.ChangeVolumeGroupDialog })));
const DeleteDialog = lazy(() => import('./volume-group-dialogs.js').then((module) => ({ default: module.DeleteVolumeGroupDialog })));

type Open = { what: 'new' } | { what: 'edit' | 'delete'; group: VolumeGroup };

const selectorText = ({ selector }: VolumeGroup): string => selector.map(matcherText).join(', ');
const membersText = ({ members }: VolumeGroup): string => members.map(({ name }) => name).join(', ');

const columnsOf = (onOpen: (open: Open) => void): readonly Column<VolumeGroup>[] => [
  {
    name: 'Name',
    cell: ({ name, description }) => <span title={description}>{name}</span>,
    sort: 'name',
    width: 12,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'Volumes with', cell: selectorText, wide: true, csv: [{ header: 'selector', value: selectorText }] },
  {
    name: 'Members may',
    cell: ({ verbs }) => verbs.join(', '),
    width: 12,
    csv: [{ header: 'verbs', value: ({ verbs }) => verbs.join(' ') }],
  },
  {
    name: 'Members',
    cell: (group) => (group.members.length === 0 ? <span className="dimmed">none</span> : membersText(group)),
    wide: true,
    csv: [{ header: 'members', value: membersText }],
  },
  {
    name: 'Actions',
    cell: (group) => (
      <span className="row">
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'edit', group })}>
          Edit…
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'delete', group })}>
          Delete…
        </ActionButton>
      </span>
    ),
    width: 10,
    fixed: true,
  },
];

const route = getRouteApi('/volume-groups');

/** Who may see, attach or change which volumes. */
export function VolumeGroupsPage() {
  const refused = usePermissionRefusal('volume-group:read');
  const refusedNew = usePermissionRefusal('volume-group:create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(null);
  return (
    <AccessPage
      title="Volume groups"
      above={<TextLink {...paths.users()}>Users</TextLink>}
      actions={
        <ActionButton variant="filled" refusedBecause={refusedNew} onClick={() => setOpen({ what: 'new' })}>
          New group…
        </ActionButton>
      }
      refused={refused}
      columns={columns}
      pageOf={(cursor) => api.queryOptions('get', '/api/v1/volume-groups', { params: { query: listQuery(search, cursor) } })}
      search={search}
      defaultSort="name"
      onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
      empty={<Empty>No volume groups. They say which volumes the users of a role see that reaches only volumes of groups.</Empty>}
    >
      {open?.what === 'new' ? <NewDialog onClose={close} /> : null}
      {open?.what === 'edit' ? <ChangeDialog group={open.group} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteDialog group={open.group} onClose={close} /> : null}
    </AccessPage>
  );
}
