import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { User } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { usePermissionRefusal, useUser } from '../session/use-session.js';
import { roleWords } from './role-words.js';

/** Lazy chunks: the page renders before its dialogs. */
const UserDialog = lazy(() => import('./user-dialog.js').then((module) => ({ default: module.UserDialog })));
const RemoveUserDialog = lazy(() => import('./remove-user-dialog.js').then((module) => ({ default: module.RemoveUserDialog })));

const ResetFactorsDialog = lazy(() => import('./reset-factors-dialog.js').then((module) => ({ default: module.ResetFactorsDialog })));

type Dialog = { what: 'new' } | { what: 'edit' | 'remove' | 'reset-factors'; user: User };

const words: Record<User['secondFactors'][number], string> = { totp: 'authenticator app', 'security-key': 'security key' };
const factorWords = (kinds: User['secondFactors']): string | null => kinds.map((kind) => words[kind]).join(', ') || null;

const columnsOf = (self: string, onOpen: (dialog: Dialog) => void): readonly Column<User>[] => [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <span>
        {name} {id === self ? <span className="dimmed">(you)</span> : null}
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
  { name: 'Role', cell: ({ role }) => role, csv: [{ header: 'role', value: ({ role }) => role }] },
  {
    name: 'Identity',
    cell: ({ identity }) => (identity === 'oidc' ? 'OpenID Connect' : 'local'),
    width: 8,
    csv: [{ header: 'identity', value: ({ identity }) => identity }],
  },
  {
    name: 'Permissions',
    cell: ({ role, disabled, disabledSince, mustChangePassword }) =>
      disabled ? (
        <Status tone="warn" what="disabled" since={disabledSince} why="cannot log in until an administrator enables the user" />
      ) : mustChangePassword ? (
        <Status tone="idle" what="password not changed yet" why="the next login asks for a new password" />
      ) : (
        roleWords(role)
      ),
    wide: true,
    csv: [
      { header: 'disabled', value: ({ disabled }) => disabled },
      { header: 'must_change_password', value: ({ mustChangePassword }) => mustChangePassword },
    ],
  },
  {
    name: 'Second factor',
    cell: ({ identity, secondFactors }) => (
      <span {...(secondFactors.length === 0 ? { className: 'dimmed' } : {})}>
        {identity === 'oidc' ? 'at the provider' : (factorWords(secondFactors) ?? 'none')}
      </span>
    ),
    width: 10,
    csv: [{ header: 'second_factors', value: ({ secondFactors }) => secondFactors.join(' ') }],
  },
  {
    name: 'Created',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
  {
    name: 'Actions',
    cell: (user) => (
      <span className="row">
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'edit', user })}>
          Edit…
        </ActionButton>
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'remove', user })}>
          Remove…
        </ActionButton>
        {user.secondFactors.length > 0 ? (
          <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'reset-factors', user })}>
            Reset second factor…
          </ActionButton>
        ) : null}
        <TextLink {...paths.sessions({ userId: user.id })}>Sessions</TextLink>
      </span>
    ),
    width: 25,
    fixed: true,
  },
];

const route = getRouteApi('/users');

/** Users that may log in, with their roles. */
export function UsersPage() {
  const refused = usePermissionRefusal('user:read');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <Page
      title="Users"
      actions={
        <>
          <TextLink {...paths.roles()}>Roles</TextLink>
          <TextLink {...paths.volumeGroups()}>Volume groups</TextLink>
          <ActionButton variant="filled" refusedBecause={refused} onClick={() => setDialog({ what: 'new' })}>
            New user…
          </ActionButton>
        </>
      }
    >
      {refused === null ? <UserList onOpen={setDialog} /> : <Empty>{refused}</Empty>}
      <Suspense fallback={null}>
        {dialog?.what === 'new' ? <UserDialog user={null} onClose={close} /> : null}
        {dialog?.what === 'edit' ? <UserDialog user={dialog.user} onClose={close} /> : null}
        {dialog?.what === 'reset-factors' ? <ResetFactorsDialog user={dialog.user} onClose={close} /> : null}
        {dialog?.what === 'remove' ? <RemoveUserDialog user={dialog.user} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}

function UserList({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  const { id } = useUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useMemo(() => columnsOf(id, onOpen), [id, onOpen]);
  return (
    <DataTable
      label="Users"
      columns={columns}
      pageOf={(cursor) => api.queryOptions('get', '/api/v1/users', { params: { query: listQuery(search, cursor) } })}
      search={search}
      defaultSort="name"
      onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
      empty={<Empty>No users.</Empty>}
    />
  );
}
