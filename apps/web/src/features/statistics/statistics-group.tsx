import type { StatisticsObjectKind } from '@weft/shared/stats/metrics';
import { useMemo } from 'react';
import { HeatFigure } from '../../charts/heat/heat-figure.js';
import { LineFigure } from '../../charts/line/line-figure.js';
import { type Range, ranges, rereadAfterMs } from '../../charts/range.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Empty } from '../../ui/text/message.js';
import { cpuFigures, type FigureSpec, healthFigures, ioFigures, metricsOfFigures } from './figures.js';
import { Freshness } from './freshness.js';
import styles from './statistics.module.css';
import { useStatistics } from './use-statistics.js';

const figuresOf: Record<'io' | 'machine' | 'drive', readonly FigureSpec[]> = {
  io: ioFigures,
  machine: cpuFigures,
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
}

/** All charts of one object. */
export function StatisticsGroup({ title, object, label, figures: name, source, range }: StatisticsOf & { range: Range }) {
  const figures = figuresOf[name];
  const metrics = useMemo(() => metricsOfFigures(figures), [figures]);
  const { drawn, isLive, news, error, retry } = useStatistics(object, metrics, range);
  const data = useMemo(
    () => drawn && { ...drawn, source, object, label, range: ranges[range].words },
    [drawn, source, object, label, range],
  );
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <Freshness isLive={isLive} news={news} rereadSeconds={rereadAfterMs(range) / 1000} />
      </div>
      {error ? <ProblemView error={error} onRetry={retry} /> : null}
      {data ? (
        <div className={styles.figures}>
          {figures.map((spec) =>
            spec.kind === 'lines' ? (
              <LineFigure key={spec.title} spec={spec} data={data} />
            ) : (
              <HeatFigure key={spec.title} spec={spec} data={data} />
            ),
          )}
        </div>
      ) : error ? null : (
        <Empty>Loading…</Empty>
      )}
    </section>
  );
}
