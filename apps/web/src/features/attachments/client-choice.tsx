import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { listQuery } from '../../table/rows/list-search.js';
import { NodeSearch } from '../node-choice.js';
import { latestStatistics } from '../statistics/latest.js';
import { clientText } from './client-text.js';

const REREAD_MS = 10_000;

/** The share of busy CPU of each node now, by id, of all nodes in one request. Empty: not read yet, or nothing was observed. */
function useCpu(ids: readonly string[]): ReadonlyMap<string, number | null> {
  const { data } = useQuery({
    queryKey: ['client-cpu', ids],
    enabled: ids.length > 0,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }) => {
      const objects = ids.map((id) => `node:${id}`);
      const { of } = await latestStatistics(objects, ['cpu-busy'], signal);
      return new Map(ids.map((id) => [id, of.get(`node:${id}`)?.['cpu-busy'] ?? null]));
    },
  });
  return data ?? new Map();
}

interface Props {
  /** Node id; empty: no selection. */
  value: string;
  onChange: (nodeId: string) => void;
  error?: ReactNode;
}

/** Selects a client, with the state, place and load of each; by name where there are too many to list. */
export function ClientChoice({ value, onChange, error }: Props) {
  const { data } = api.useQuery('get', '/api/v1/nodes', { params: { query: listQuery({ sort: 'name' as const }) } });
  const isFew = data?.nextCursor === null;
  const nodes = isFew ? data.items : [];
  const cpu = useCpu(nodes.map(({ id }) => id));
  if (data && !isFew)
    return <NodeSearch label="Client" placeholder="Type its name" value={value} onChange={onChange} error={error} isFirst />;
  return (
    <NativeSelect
      label="Client"
      data-autofocus
      value={value}
      error={error}
      data={[
        { value: '', label: 'Choose a client…' },
        ...nodes.map((node) => ({ value: node.id, label: clientText(node, cpu.get(node.id) ?? null) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
