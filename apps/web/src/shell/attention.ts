import { useQuery } from '@tanstack/react-query';
import { soundHealths } from '@weft/shared/kinds/volume';
import { client } from '../api/client.js';
import type { Alert, Overview } from '../api/types.js';
import { isQuiet } from '../features/alerts/quiet.js';
import { useOpenAlerts } from '../features/alerts/use-open-alerts.js';
import type { Tone } from '../ui/marks/mark.js';
import type { PlaceLabel } from './places.js';

/** Every page of every browser reads this, so it is read rarely; the overview itself is live. */
const REREAD_MS = 30_000;

export interface Attention {
  count: number;
  tone: Extract<Tone, 'bad' | 'warn'>;
  /** What is counted, for a title and for screen readers. */
  what: string;
}

const UNREACHABLE = ['stalled', 'broken', 'unavailable'];

/** Objects that need attention, by the page that lists them. Pages without any are absent. */
export function attentionOf({
  counts: { volumes, nodes, attachments, jobs, orphans, backupProblems },
}: Pick<Overview, 'counts'>): Partial<Record<PlaceLabel, Attention>> {
  const troubled = volumes.byHealth
    .map(({ health, count, unconfirmed }) => ({ health, count: soundHealths.includes(health) ? unconfirmed : count }))
    .filter(({ count }) => count > 0);
  const of = (count: number, tone: Attention['tone'], what: string) =>
    count > 0 ? { count, tone, what: `${count.toLocaleString('en')} ${what}` } : null;
  const found = {
    Volumes: of(
      troubled.reduce((sum, { count }) => sum + count, 0),
      troubled.some(({ health }) => UNREACHABLE.includes(health)) ? 'bad' : 'warn',
      'not known to be healthy',
    ),
    Attachments: of(attachments.fewerPaths, 'warn', 'with paths that are not live'),
    Nodes: of(nodes.lost + nodes.never, nodes.lost > 0 ? 'bad' : 'warn', 'not online'),
    Orphans: of(orphans.total, 'warn', `without a counterpart${orphans.ignored > 0 ? `, ${orphans.ignored} ignored` : ''}`),
    Jobs: of(jobs.waiting, 'warn', 'waiting'),
    Backups: of(backupProblems ?? 0, 'warn', backupProblems === 1 ? 'problem' : 'problems'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, attention]) => attention !== null)) as Partial<Record<PlaceLabel, Attention>>;
}

/** Firing alerts that neither a silence nor a maintenance explains. */
export function alertAttention({ items, total }: { items: readonly Alert[]; total: number }): Attention | null {
  const firing = items.filter((alert) => alert.state === 'firing' && !isQuiet(alert));
  if (firing.length === 0) return null;
  const count = firing.length;
  const tone = firing.some(({ severity }) => severity === 'critical') ? 'bad' : 'warn';
  return { count, tone, what: `${total > items.length ? 'at least ' : ''}${count.toLocaleString('en')} firing` };
}

/** @param at the moment that the page shows; null: now */
export function useAttention(at: string | null): Partial<Record<PlaceLabel, Attention>> {
  const open = useOpenAlerts(at).data;
  const alerts = open ? alertAttention(open) : null;
  const { data } = useQuery({
    queryKey: ['attention', at],
    queryFn: async ({ signal }) => {
      const { data: overview } = await client.GET('/api/v1/overview', { signal, params: { query: at === null ? {} : { at } } });
      if (!overview) throw new Error('The server answered without an overview.');
      return attentionOf(overview);
    },
    ...(at === null ? { refetchInterval: REREAD_MS } : { staleTime: Number.POSITIVE_INFINITY }),
  });
  return { ...data, ...(alerts ? { Alerts: alerts } : {}) };
}
