import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.js';
import { serverNow } from '../../../api/server-clock.js';
import { type CpuLines, cpuLines } from './cpu-lines.js';

/** Maximum number of objects in one query. Series of several queries cannot be added: their nodes have different numbers of cores. */
const MOST_TARGETS = 200;
const HOUR_MS = 3_600_000;
const STEP_SECONDS = 60;
const REREAD_MS = 60_000;

/** Lists are comma-separated. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/** Null: no targets, or more than one query takes. */
async function readLines(signal: AbortSignal): Promise<CpuLines | null> {
  const named = await client.GET('/api/v1/nodes', { params: { query: { role: 'target', limit: MOST_TARGETS } }, signal });
  if (!named.data) throw new Error('The server answered without targets.');
  const { items, nextCursor } = named.data;
  if (items.length === 0 || nextCursor !== null) return null;
  const query = {
    objects: items.map(({ id }) => `node:${id}`),
    metrics: ['cpu-busy' as const, 'target-tax' as const],
    from: new Date(serverNow() - HOUR_MS).toISOString(),
    step: STEP_SECONDS,
    groupBy: 'all' as const,
  };
  const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, signal });
  if (!data) throw new Error('The server answered without statistics.');
  return cpuLines(data);
}

/** CPU and export overhead of all targets in the last hour, read again every minute. Null: nothing to draw, or not read yet. */
export function useTargetCpu(isWanted: boolean): CpuLines | null {
  const { data } = useQuery({
    queryKey: ['target-cpu'],
    queryFn: ({ signal }) => readLines(signal),
    enabled: isWanted,
    refetchInterval: REREAD_MS,
  });
  return data ?? null;
}
