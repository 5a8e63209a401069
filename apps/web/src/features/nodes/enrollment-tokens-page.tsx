import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { serverNow } from '../../api/server-clock.js';
import type { EnrollmentToken } from '../../api/types.js';
import { labelsText } from '../../forms/labels-text.js';
import { paths } from '../../paths/paths.js';
import type { Column } from '../../table/columns/column.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Page } from '../../ui/page.js';
import { Labels } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Ago, FromNow } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { tokenRefusal, tokenState, tokenStatus } from './enrollment-token-status.js';

const EnrollDialog = lazy(() => import('./dialogs/enroll-dialog.js').then((module) => ({ default: module.EnrollDialog })));
const RevokeDialog = lazy(() => import('./dialogs/revoke-token-dialog.js').then((module) => ({ default: module.RevokeTokenDialog })));

type Open = { what: 'enroll' } | { what: 'revoke'; token: EnrollmentToken };

const columnsOf = (onOpen: (open: Open) => void): readonly Column<EnrollmentToken>[] => [
  {
    name: 'Issued',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    fixed: true,
    csv: [
      { header: 'issued_at_utc', value: ({ createdAt }) => createdAt },
      { header: 'id', value: ({ id }) => id },
    ],
  },
  {
    name: 'Description',
    cell: ({ description }) => description || <span className="dimmed">none</span>,
    width: 12,
    csv: [{ header: 'description', value: ({ description }) => description }],
  },
  {
    name: 'State',
    cell: (token) => <Status {...tokenStatus(token, serverNow())} />,
    wide: true,
    csv: [
      { header: 'state', value: (token) => tokenState(token, serverNow()) },
      { header: 'used_by', value: ({ usedBy }) => usedBy?.name },
    ],
  },
  {
    name: 'Labels of its node',
    cell: ({ labels }) => <Labels labels={labels} />,
    width: 12,
    csv: [{ header: 'labels', value: ({ labels }) => labelsText(labels) }],
  },
  {
    name: 'Expires',
    cell: ({ expiresAt }) => <FromNow at={expiresAt} />,
    sort: 'expiresAt',
    width: 7.5,
    csv: [{ header: 'expires_at_utc', value: ({ expiresAt }) => expiresAt }],
  },
  {
    name: 'Actions',
    cell: (token) => (
      <ActionButton size="compact-xs" refusedBecause={tokenRefusal(token, serverNow())} onClick={() => onOpen({ what: 'revoke', token })}>
        Revoke…
      </ActionButton>
    ),
    width: 6,
    fixed: true,
  },
];

const route = getRouteApi('/enrollment-tokens');

/** Enrollment tokens that were issued for new nodes. The tokens themselves are not stored. */
export function EnrollmentTokensPage() {
  const refused = usePermissionRefusal('enrollment-token:read');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(setOpen), []);
  const close = () => setOpen(null);
  return (
    <Page
      title="Enrollment tokens"
      above={<TextLink {...paths.nodes()}>Nodes</TextLink>}
      actions={
        <ActionButton variant="filled" refusedBecause={refused} onClick={() => setOpen({ what: 'enroll' })}>
          Enroll a node
        </ActionButton>
      }
    >
      {refused === null ? (
        <DataTable
          label="Enrollment tokens"
          columns={columns}
          pageOf={(cursor) =>
            api.queryOptions('get', '/api/v1/enrollment-tokens', {
              params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
            })
          }
          search={search}
          defaultSort="-createdAt"
          onSearch={(change) => navigate({ search: (before) => ({ ...before, ...change }) })}
          empty={<Empty>No tokens yet. Each token lets one node join, once.</Empty>}
        />
      ) : (
        <Empty>{refused}</Empty>
      )}
      <Suspense fallback={null}>
        {open?.what === 'enroll' ? <EnrollDialog onClose={close} /> : null}
        {open?.what === 'revoke' ? <RevokeDialog token={open.token} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}
