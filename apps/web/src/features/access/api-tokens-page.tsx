import { getRouteApi } from '@tanstack/react-router';
import { lazy, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { PAST_REFUSAL, usePast } from '../../api/past.js';
import { serverNow } from '../../api/server-clock.js';
import type { ApiToken } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, FromNow } from '../../ui/time/time.js';
import { matcherText } from '../alerts/matchers-text.js';
import { AccessPage } from './access-page.js';

const ApiTokenDialog = lazy(() => import('./api-token-dialog.js').then((module) => ({ default: module.ApiTokenDialog })));
const RevokeDialog = lazy(() => import('./revoke-api-token-dialog.js').then((module) => ({ default: module.RevokeApiTokenDialog })));

type Open = { what: 'new' } | { what: 'revoke'; token: ApiToken };

const isExpired = ({ expiresAt }: ApiToken): boolean => Date.parse(expiresAt) <= serverNow();

const columnsOf = (onOpen: (open: Open) => void): readonly Column<ApiToken>[] => [
  {
    name: 'Name',
    cell: ({ name }) => name,
    sort: 'name',
    width: 12,
    fixed: true,
    csv: [
      { header: 'name', value: ({ name }) => name },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  { name: 'User', cell: ({ user }) => user.name, width: 9, csv: [{ header: 'user', value: ({ user }) => user.name }] },
  { name: 'Role', cell: ({ role }) => role, width: 8, csv: [{ header: 'role', value: ({ role }) => role }] },
  {
    name: 'Nouns',
    cell: ({ nouns }) => nouns?.join(', ') ?? <span className="dimmed">all</span>,
    wide: true,
    csv: [{ header: 'nouns', value: ({ nouns }) => nouns?.join(' ') ?? '' }],
  },
  {
    name: 'Volumes',
    cell: ({ volumes }) => volumes?.map(matcherText).join(', ') ?? <span className="dimmed">all</span>,
    csv: [{ header: 'volumes', value: ({ volumes }) => volumes?.map(matcherText).join(' ') ?? '' }],
  },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? <span className="dimmed">never</span> : <Ago at={lastUsedAt} />),
    width: 7.5,
    csv: [{ header: 'last_used_at_utc', value: ({ lastUsedAt }) => lastUsedAt ?? '' }],
  },
  {
    name: 'Created',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
  {
    name: 'Expires',
    cell: (token) => (isExpired(token) ? <span className="dimmed">expired</span> : <FromNow at={token.expiresAt} />),
    sort: 'expiresAt',
    width: 7.5,
    csv: [{ header: 'expires_at_utc', value: ({ expiresAt }) => expiresAt }],
  },
  {
    name: 'Actions',
    cell: (token) => (
      <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onOpen({ what: 'revoke', token })}>
        Revoke…
      </ActionButton>
    ),
    width: 6,
    fixed: true,
  },
];

const route = getRouteApi('/api-tokens');

/** API tokens of this user; for administrators those of all users. The tokens themselves are not stored. */
export function ApiTokensPage() {
  const refused = usePast() === null ? null : PAST_REFUSAL;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(null);
  return (
    <AccessPage
      title="API tokens"
      above={<TextLink {...paths.settings()}>Settings</TextLink>}
      actions={
        <ActionButton variant="filled" refusedBecause={refused} onClick={() => setOpen({ what: 'new' })}>
          New token…
        </ActionButton>
      }
      refused={refused}
      columns={columns}
      pageOf={(cursor) =>
        api.queryOptions('get', '/api/v1/api-tokens', {
          params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
        })
      }
      search={search}
      defaultSort="-createdAt"
      onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
      empty={<Empty>No API tokens. A program uses one instead of a password.</Empty>}
    >
      {open?.what === 'new' ? <ApiTokenDialog onClose={close} /> : null}
      {open?.what === 'revoke' ? <RevokeDialog token={open.token} onClose={close} /> : null}
    </AccessPage>
  );
}
