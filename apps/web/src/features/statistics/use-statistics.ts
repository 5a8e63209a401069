import { useQuery } from '@tanstack/react-query';
import type { LiveStatistics } from '@weft/shared/links/console-link';
import type { MetricName } from '@weft/shared/stats/metrics';
import { useEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../api/client.js';
import { serverNow } from '../../api/server-clock.js';
import { LivePoints } from '../../charts/live-points.js';
import { type Range, ranges, rereadAfterMs, type Span } from '../../charts/range.js';
import { type Before, type History, timeline, windowOf } from '../../charts/timeline.js';
import { statisticsWatch } from '../../live/use-live.js';
import { historyOf } from './history-of.js';

const FIRST_REREAD_MS = 12_000;

/** Lists are comma-separated. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

export interface News {
  heardAt: number | null;
  /** The last message. */
  newest: LiveStatistics | null;
  refused: string | null;
}
const noNews: News = { heardAt: null, newest: null, refused: null };

/** Live values of an object, of the last `keptSeconds`, while `wanted`; drawn once per frame. `heardAt` is by the browser's clock, as ages are. */
function useLiveStatistics(object: string, wanted: boolean, keptSeconds: number) {
  const live = useMemo(() => ({ object, points: new LivePoints() }), [object]);
  const [news, setNews] = useState<News>(noNews);
  // A changed range must not end the subscription.
  const keptMs = useRef(keptSeconds * 1000);
  useEffect(() => {
    keptMs.current = keptSeconds * 1000;
  }, [keptSeconds]);
  useEffect(() => {
    if (!wanted) return undefined;
    setNews(noNews);
    return statisticsWatch.watch(live.object, {
      news: (messages) => {
        live.points.append(messages, keptMs.current);
        setNews((before) => ({ ...before, heardAt: Date.now(), newest: messages.at(-1) ?? before.newest }));
      },
      refused: (refused) => setNews((before) => ({ ...before, refused })),
    });
  }, [live, wanted]);
  return { news, points: live.points.points };
}

async function readHistory(
  object: string,
  metrics: readonly MetricName[],
  { from, to }: { from: number; to?: number },
  signal: AbortSignal,
) {
  const query = {
    objects: [object],
    metrics: [...metrics],
    from: new Date(from).toISOString(),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
  const { data } = await client.GET('/api/v1/stats/query', { params: { query }, querySerializer, signal });
  if (!data) throw new Error('The server answered without statistics.');
  return historyOf(data, serverNow());
}

/** The period of a chart: a range that follows the time, or a zoomed span, which does not. */
export interface Period {
  range: Range;
  span?: Span | null;
  /** Read the period before as well. */
  compare?: boolean;
  /** Live values older than this are dropped: the history, which is read again every 20 s, has their steps. Absent: the whole range is kept. */
  liveSeconds?: number;
}

/** History and live values of one object as one timeline. Live messages extend it; the history is read again periodically, whatever arrives. */
export function useStatistics(
  object: string,
  metrics: readonly MetricName[],
  { range, span = null, compare = false, liveSeconds }: Period,
) {
  const { seconds } = ranges[range];
  const isLive = ranges[range].live && span === null;
  const stored = useQuery<History>({
    queryKey: ['statistics', object, metrics, span ?? range],
    queryFn: ({ signal }) => readHistory(object, metrics, span ?? { from: serverNow() - seconds * 1000 }, signal),
    // Values just before the first live one are stored only when their step is over. Until the second read they would look like a gap.
    refetchInterval: ({ state }) => ((isLive || span) && state.dataUpdateCount < 2 ? FIRST_REREAD_MS : span ? false : rereadAfterMs(range)),
  });
  const before = useBefore(object, metrics, { range, span, compare });
  const { points, news } = useLiveStatistics(object, isLive, liveSeconds ?? seconds);
  const history = stored.data ?? null;
  const drawn = useMemo(() => {
    const live = isLive ? points : [];
    const window = span ? (history ? span : null) : windowOf(history, live, seconds, isLive);
    return window && { window, history, live, slots: timeline(history, live, window) };
  }, [history, points, seconds, isLive, span]);
  return { drawn, longMemory: history?.longMemory, before, isLive, news, error: stored.error, retry: () => stored.refetch() };
}

/** The period of the same length before the drawn one. Null: not asked for, or not read yet. */
function useBefore(
  object: string,
  metrics: readonly MetricName[],
  { range, span, compare }: Required<Omit<Period, 'liveSeconds'>>,
): Before | null {
  const shiftMs = span ? span.to - span.from : ranges[range].seconds * 1000;
  const { data } = useQuery({
    queryKey: ['statistics-before', object, metrics, span ?? range],
    queryFn: ({ signal }) => {
      const to = span ? span.from : serverNow() - shiftMs;
      return readHistory(object, metrics, { from: to - shiftMs, to }, signal);
    },
    enabled: compare,
    refetchInterval: span ? false : rereadAfterMs(range),
  });
  return useMemo(() => (compare && data ? { history: data, shiftMs } : null), [compare, data, shiftMs]);
}
