import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Benchmark } from '../../api/types.js';
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
import { usePermissionRefusal } from '../session/use-session.js';
import { benchmarkStatus, benchmarkTitle, clientsOf, placementOf, profileWords, transportOf } from './benchmark-words.js';

const columnsOf = (chosen: readonly string[], onChoose: (id: string) => void): readonly Column<Benchmark>[] => [
  {
    name: 'Benchmark',
    cell: (benchmark) => <TextLink {...paths.benchmark(benchmark.id)}>{benchmarkTitle(benchmark)}</TextLink>,
    width: 14,
    fixed: true,
    csv: [
      { header: 'id', value: ({ id }) => id },
      { header: 'title', value: ({ title }) => title },
    ],
  },
  {
    name: 'Profile',
    cell: ({ profile }) => profileWords[profile],
    width: 10,
    csv: [{ header: 'profile', value: ({ profile }) => profile }],
  },
  {
    name: 'State',
    cell: (benchmark) => <Status {...benchmarkStatus(benchmark)} />,
    wide: true,
    csv: [{ header: 'state', value: ({ state }) => state }],
  },
  { name: 'Clients', cell: clientsOf, width: 8, csv: [{ header: 'clients', value: clientsOf }] },
  {
    name: 'Volumes',
    cell: (benchmark) => `${benchmark.volumes.length} ${placementOf(benchmark)}, ${transportOf(benchmark)}`,
    width: 10,
    csv: [{ header: 'volumes', value: ({ volumes }) => volumes.length }],
  },
  {
    name: 'Started',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sort: 'createdAt',
    width: 7.5,
    csv: [{ header: 'created_at_utc', value: ({ createdAt }) => createdAt }],
  },
  {
    name: 'Compare',
    width: 6.5,
    cell: ({ id }) => (
      <Button size="compact-xs" variant={chosen.includes(id) ? 'filled' : 'default'} onClick={() => onChoose(id)}>
        {chosen.includes(id) ? 'Chosen' : 'Choose'}
      </Button>
    ),
    csv: [],
  },
];

const route = getRouteApi('/benchmarks');

export function BenchmarksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = useNavigate();
  const role = usePermissionRefusal('benchmark:create');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2)));
  const [first, second] = chosen;
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  return (
    <Page
      title="Benchmarks"
      actions={
        <>
          <ActionButton
            refusedBecause={first && second ? null : 'Choose two benchmarks of the list first.'}
            onClick={() => first && second && go(paths.benchmarkComparison(first, second))}
          >
            Compare
          </ActionButton>
          <ActionButton variant="filled" refusedBecause={role} onClick={() => go(paths.newBenchmark())}>
            New benchmark…
          </ActionButton>
        </>
      }
    >
      <DataTable
        label="Benchmarks"
        columns={columnsOf(chosen, choose)}
        pageOf={(cursor) =>
          api.queryOptions('get', '/api/v1/benchmarks', {
            params: { query: { ...listQuery(search, cursor), sort: search.sort ?? '-createdAt' } },
          })
        }
        search={search}
        defaultSort="-createdAt"
        onSearch={set}
        empty={<Empty>No benchmark has run yet. A benchmark measures volumes at their clients with fio.</Empty>}
      />
    </Page>
  );
}
