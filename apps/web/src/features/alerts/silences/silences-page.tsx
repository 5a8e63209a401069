import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api } from '../../../api/client.js';
import type { Silence } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import type { Column } from '../../../table/columns/column.js';
import { DataTable } from '../../../table/data-table.js';
import { Filter } from '../../../table/filter.js';
import { listQuery } from '../../../table/rows/list-search.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import type { Tone } from '../../../ui/marks/mark.js';
import { Page } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { FromNow, Time } from '../../../ui/time/time.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { Matchers } from '../matchers.js';
import { matcherText } from '../matchers-text.js';

const SilenceDialog = lazy(() => import('./silence-dialogs.js').then((module) => ({ default: module.SilenceDialog })));
const EndSilenceDialog = lazy(() => import('./silence-dialogs.js').then((module) => ({ default: module.EndSilenceDialog })));

type Open = { what: 'new' } | { what: 'end'; silence: Silence };

const TONES: Record<Silence['state'], Tone> = { active: 'good', planned: 'busy', ended: 'idle' };

const columnsOf = (refused: string | null, onOpen: (open: Open) => void): readonly Column<Silence>[] => [
  {
    name: 'Matchers',
    cell: ({ matchers }) => (
      <span title={matchers.map(matcherText).join(', ')}>
        <Matchers of={matchers} />
      </span>
    ),
    wide: true,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'matchers', value: ({ matchers }) => matchers.map(matcherText).join(', ') },
    ],
  },
  {
    name: 'State',
    cell: ({ state }) => <Status tone={TONES[state]} what={state} />,
    width: 6,
    csv: [{ header: 'state', value: ({ state }) => state }],
  },
  {
    name: 'Reason',
    cell: ({ comment }) => <span title={comment}>{comment}</span>,
    width: 13,
    csv: [{ header: 'comment', value: ({ comment }) => comment }],
  },
  {
    name: 'By',
    cell: ({ createdBy }) => createdBy,
    width: 6,
    csv: [{ header: 'created_by', value: ({ createdBy }) => createdBy }],
  },
  {
    name: 'Ends',
    cell: ({ endsAt }) => <FromNow at={endsAt} />,
    sort: 'endsAt',
    width: 6.5,
    csv: [{ header: 'ends_at_utc', value: ({ endsAt }) => endsAt }],
  },
  {
    name: 'Starts',
    extra: true,
    cell: ({ startsAt }) => <Time at={startsAt} />,
    width: 10.25,
    csv: [{ header: 'starts_at_utc', value: ({ startsAt }) => startsAt }],
  },
  {
    name: 'Actions',
    cell: (silence) => (
      <ActionButton
        size="compact-xs"
        refusedBecause={refused ?? (silence.state === 'ended' ? 'This silence has ended.' : null)}
        onClick={() => onOpen({ what: 'end', silence })}
      >
        End now…
      </ActionButton>
    ),
    width: 6.5,
    fixed: true,
  },
];

const STATES = ['active', 'planned', 'ended'] as const;
const route = getRouteApi('/silences');

/** Silences, the one that ends last first. */
export function SilencesPage() {
  const refused = usePermissionRefusal('silence:create');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(() => columnsOf(refused, setOpen), [refused]);
  const close = () => setOpen(null);
  const sort = search.sort ?? '-endsAt';
  return (
    <Page
      title="Silences"
      above={<TextLink {...paths.alerts()}>Alerts</TextLink>}
      actions={
        <>
          <Filter label="State" value={search.state} options={STATES} onChange={(state) => set({ state })} />
          <ActionButton variant="filled" refusedBecause={refused} onClick={() => setOpen({ what: 'new' })}>
            Create silence…
          </ActionButton>
        </>
      }
    >
      <DataTable
        label="Silences"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/silences', { params: { query: { ...listQuery(search, cursor), sort } } })}
        search={search}
        defaultSort="-endsAt"
        onSearch={set}
        preview={({ comment }) => comment}
        empty={<Empty>No silences match these filters. A silence keeps alerts from channels for a while, with a reason.</Empty>}
      />
      <Suspense fallback={null}>
        {open?.what === 'new' ? <SilenceDialog onClose={close} /> : null}
        {open?.what === 'end' ? <EndSilenceDialog silence={open.silence} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}
