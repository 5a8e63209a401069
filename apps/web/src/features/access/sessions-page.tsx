import { getRouteApi } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { PAST_REFUSAL, usePast } from '../../api/past.js';
import type { UserSession } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, FromNow } from '../../ui/time/time.js';
import { usePermissionRefusal, useUser } from '../session/use-session.js';
import { AccessPage } from './access-page.js';

const EndSessionDialog = lazy(() => import('./end-sessions-dialog.js').then((module) => ({ default: module.EndSessionDialog })));
const EndSessionsDialog = lazy(() => import('./end-sessions-dialog.js').then((module) => ({ default: module.EndSessionsDialog })));

type Open = { what: 'all' } | { what: 'one'; session: UserSession };

const unknown = <span className="dimmed">unknown</span>;

const columnsOf = (onOpen: (open: Open) => void): readonly Column<UserSession>[] => [
  {
    name: 'Address',
    cell: ({ address, current }) => (
      <span>
        {address ?? unknown} {current ? <span className="dimmed">(this browser)</span> : null}
      </span>
    ),
    width: 16,
    fixed: true,
    csv: [
      { header: 'address', value: ({ address }) => address ?? '' },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'User', cell: ({ user }) => user.name, width: 9, csv: [{ header: 'user', value: ({ user }) => user.name }] },
  {
    name: 'Browser or program',
    cell: ({ userAgent }) => (userAgent === null ? unknown : <span title={userAgent}>{userAgent}</span>),
    wide: true,
    csv: [{ header: 'user_agent', value: ({ userAgent }) => userAgent ?? '' }],
  },
  {
    name: 'Logged in',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
  {
    name: 'Last used',
    cell: ({ lastUsedAt, createdAt }) => <Ago at={lastUsedAt ?? createdAt} />,
    width: 7.5,
    csv: [{ header: 'last_used_at_utc', value: ({ lastUsedAt }) => lastUsedAt ?? '' }],
  },
  {
    name: 'Expires',
    cell: ({ expiresAt }) => <FromNow at={expiresAt} />,
    width: 7.5,
    csv: [{ header: 'expires_at_utc', value: ({ expiresAt }) => expiresAt }],
  },
  {
    name: 'Actions',
    cell: (session) => (
      <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'one', session })}>
        End…
      </ActionButton>
    ),
    width: 5,
    fixed: true,
  },
];

const route = getRouteApi('/sessions');

/** Sessions of this user, or of the user in the address (administrators). */
export function SessionsPage() {
  const { id } = useUser();
  const search = route.useSearch();
  const isOwn = search.userId === undefined || search.userId === id;
  const manages = usePermissionRefusal('session:manage');
  const past = usePast() === null ? null : PAST_REFUSAL;
  const refused = isOwn ? past : manages;
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(null);
  return (
    <AccessPage
      title="Sessions"
      above={isOwn ? <TextLink {...paths.settings()}>Settings</TextLink> : <TextLink {...paths.users()}>Users</TextLink>}
      actions={
        <ActionButton refusedBecause={refused} onClick={() => setOpen({ what: 'all' })}>
          Log out everywhere…
        </ActionButton>
      }
      refused={refused}
      columns={columns}
      pageOf={(cursor) =>
        api.queryOptions('get', '/api/v1/sessions', {
          params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
        })
      }
      search={search}
      defaultSort="-createdAt"
      onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
      empty={<Empty>No sessions: the user is logged in nowhere.</Empty>}
    >
      {open?.what === 'all' ? <EndSessionsDialog userId={search.userId} onClose={close} /> : null}
      {open?.what === 'one' ? <EndSessionDialog session={open.session} onClose={close} /> : null}
    </AccessPage>
  );
}
