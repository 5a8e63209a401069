/** Matcher of every query: no query mixes figures of two clusters, least of all of a simulated one and a real one. */
export const OF_CLUSTER = 'weft_cluster="$cluster"';

/** `metric{matchers}` of the selected cluster. */
export const series = (metric: string, ...matchers: string[]): string => `${metric}{${[OF_CLUSTER, ...matchers].join(',')}}`;

/** Increase per second. */
export const rate = (metric: string, ...matchers: string[]): string => `rate(${series(metric, ...matchers)}[$__rate_interval])`;

export const sum = (by: string, expr: string): string => (by === '' ? `sum(${expr})` : `sum by (${by}) (${expr})`);

export const DIRECTIONS = ['read', 'write'] as const;

/** `p99` of the quantile 0.99. */
export const percentName = (quantile: string): string => `p${Number((Number(quantile) * 100).toFixed(1))}`;

/** Reads and writes per second, of volumes or legs. */
export const iops = (what: 'volume' | 'leg', by: string, ...matchers: string[]): string =>
  `${sum(by, rate(`weft_${what}_reads_total`, ...matchers))} + ${sum(by, rate(`weft_${what}_writes_total`, ...matchers))}`;

export const bytesPerSecond = (what: 'volume' | 'leg', by: string, ...matchers: string[]): string =>
  `${sum(by, rate(`weft_${what}_read_bytes_total`, ...matchers))} + ${sum(by, rate(`weft_${what}_written_bytes_total`, ...matchers))}`;

/** Leaves out zero, and NaN, the result without I/O or requests: idle objects would fill the legend. */
export const active = (expr: string): string => `(${expr}) > 0`;

/** Total time of all reads, or all writes, divided by their number; without I/O there is no value. */
export const averageLatency = (what: 'volume' | 'leg', direction: 'read' | 'write', by: string, ...matchers: string[]): string =>
  active(
    `${sum(by, rate(`weft_${what}_${direction}_seconds_total`, ...matchers))} / ${sum(by, rate(`weft_${what}_${direction}s_total`, ...matchers))}`,
  );

/** Percentile computed from added buckets, never from other percentiles. */
export const percentile = (quantile: number, metric: string, by: string, ...matchers: string[]): string =>
  active(`histogram_quantile(${quantile}, ${sum(by === '' ? 'le' : `${by}, le`, rate(`${metric}_bucket`, ...matchers))})`);

/** Percentiles that rules/latency.yml records. */
export const recorded = (level: 'cluster' | 'client' | 'volume', ...matchers: string[]): string =>
  active(series(`${level}:weft_volume_io_latency_seconds:quantile1m`, ...matchers));

/** Share of each node's CPU time that is not idle. */
export const cpuBusy = (...matchers: string[]): string =>
  `1 - ${sum('node', rate('weft_node_cpu_seconds_total', 'mode="idle"', ...matchers))} / ${sum('node', rate('weft_node_cpu_seconds_total', ...matchers))}`;

/** Share of each node's CPU time that exporting legs took (export overhead). */
export const targetTax = (...matchers: string[]): string =>
  `${sum('node', rate('weft_node_target_tax_seconds_total', ...matchers))} / ${sum('node', rate('weft_node_cpu_seconds_total', ...matchers))}`;
