import type { StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { useCallback, useMemo, useRef } from 'react';
import { api } from '../../api/client.js';
import { usePast } from '../../api/past.js';
import type { Threshold } from '../../charts/axis/threshold.js';
import { HeatFigure } from '../../charts/heat/heat-figure.js';
import { LineFigure } from '../../charts/line/line-figure.js';
import { marksIn } from '../../charts/marks.js';
import { momentText } from '../../charts/moment-text.js';
import { DEFAULT_RANGE, type Range, type RangeSearch, ranges, rereadAfterMs, type Span, spanOf, zoomed } from '../../charts/range.js';
import { paths } from '../../paths/paths.js';
import { ProblemView } from '../../ui/problem-view.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import {
  cacheFigures,
  clientCpuFigures,
  cpuFigures,
  directionFigures,
  drawnFigures,
  type FigureSpec,
  healthFigures,
  ioFigures,
  metricsOfFigures,
} from './figures.js';
import { Freshness } from './freshness.js';
import { jobMarks, subjectOf } from './job-marks.js';
import { LongMemoryNote } from './long-memory-note.js';
import styles from './statistics.module.css';
import { useStatistics } from './use-statistics.js';

const figuresOf: Record<'io' | 'cached' | 'machine' | 'client-machine' | 'drive' | 'cache-drive', readonly FigureSpec[]> = {
  io: [...ioFigures, ...directionFigures],
  cached: [...ioFigures, ...directionFigures, ...cacheFigures],
  'cache-drive': [...cacheFigures, ...healthFigures],
  machine: cpuFigures,
  'client-machine': clientCpuFigures,
  drive: [...ioFigures, ...healthFigures],
};

export interface StatisticsOf {
  title: string;
  /** `volume:<id>`, or `cluster`. */
  object: `${StatisticsObjectKind}:${string}` | 'cluster';
  /** Label in Prometheus: a name, or a drive’s serial; empty for the cluster. */
  label: string;
  figures: keyof typeof figuresOf;
  /** The object and its observer: shown below each chart. */
  source: string;
  /** Of this object alone; a new array draws its charts again. */
  thresholds?: readonly Threshold[];
}

/** Those that are drawn; older ones are in the list of jobs. */
const MOST_MARKS = 50;
const NAMED_MARKS = 5;
/** Height of a chart with its legend: the group below must not move when they arrive. */
const FIGURE_REM = 22;
const NO_THRESHOLDS: readonly Threshold[] = [];

interface Props extends StatisticsOf {
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

function useJobMarks(object: string) {
  const subjectId = subjectOf(object);
  const query = { ...(subjectId === null ? {} : { subjectId }), sort: '-createdAt' as const, limit: MOST_MARKS };
  const { data } = api.useQuery('get', '/api/v1/jobs', { params: { query } });
  return useMemo(() => jobMarks(data?.items ?? []), [data]);
}

/** A function that stays the same while its page renders, so that charts need not. */
function useZoom(search: RangeSearch, onSearch: Props['onSearch']) {
  const newest = useRef({ search, onSearch });
  newest.current = { search, onSearch };
  return useCallback((period: Span) => newest.current.onSearch(zoomed(newest.current.search, period)), []);
}

const spanText = ({ from, to }: Span) => `${momentText(from)} to ${momentText(to)}`;

/** The range before a moment of the past. Null: now. */
const endingAt = (past: string | null, range: Range): Span | null =>
  past === null ? null : { from: Date.parse(past) - ranges[range].seconds * 1000, to: Date.parse(past) };

/** All charts of one object. */
export function StatisticsGroup({ title, object, label, figures: name, source, thresholds = NO_THRESHOLDS, search, onSearch }: Props) {
  const { range = DEFAULT_RANGE, compare = false, from, to } = search;
  const past = usePast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a span is its two times.
  const span = useMemo(() => spanOf(search) ?? endingAt(past, range), [from, to, past, range]);
  const marks = useJobMarks(object);
  const onZoom = useZoom(search, onSearch);
  const figures = figuresOf[name];
  const metrics = useMemo(() => metricsOfFigures(figures), [figures]);
  const { drawn, longMemory, before, isLive, news, error, retry } = useStatistics(object, metrics, { range, span, compare });
  const data = useMemo(
    () =>
      drawn && {
        ...drawn,
        ...{ before, source, object, label, thresholds, onZoom },
        marks: marksIn(marks, drawn.window),
        range: span ? spanText(span) : ranges[range].words,
      },
    [drawn, before, source, object, label, thresholds, range, span, marks, onZoom],
  );
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {span ? null : <Freshness isLive={isLive} news={news} rereadSeconds={rereadAfterMs(range) / 1000} />}
      </div>
      {error ? <ProblemView error={error} onRetry={retry} /> : null}
      <LongMemoryNote of={longMemory} />
      {data ? (
        <div className={styles.figures}>
          {drawnFigures(figures, data).map((spec) =>
            spec.kind === 'lines' ? (
              <LineFigure key={spec.title} spec={spec} data={data} />
            ) : (
              <HeatFigure key={spec.title} spec={spec} data={data} />
            ),
          )}
        </div>
      ) : error ? null : (
        <div style={{ minHeight: `${Math.ceil(figures.length / 2) * FIGURE_REM}rem` }}>
          <Empty>Loading…</Empty>
        </div>
      )}
      {data && data.marks.length > 0 ? (
        <p className={styles.marks}>
          Marked jobs:{' '}
          {data.marks.slice(-NAMED_MARKS).map(({ id, text }) => (
            <TextLink key={id} {...paths.job(id)}>
              {text}
            </TextLink>
          ))}
          {data.marks.length > NAMED_MARKS ? `and ${data.marks.length - NAMED_MARKS} before` : null}
        </p>
      ) : null}
    </section>
  );
}
