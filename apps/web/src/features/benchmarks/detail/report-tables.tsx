import { publishedFor } from '@weft/shared/kinds/benchmarks/published';
import type { BenchmarkReport, BenchmarkResult } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Mark } from '../../../ui/marks/mark.js';
import { Section } from '../../../ui/page.js';
import { valueText } from '../../../ui/text/value-text.js';
import { loadText } from '../benchmark-words.js';
import { ComparedTable } from '../compared-table.js';

const known = (value: number | null | undefined, unit: Parameters<typeof valueText>[1]) =>
  value === null || value === undefined ? <span className="dimmed">not known</span> : valueText(value, unit);

/** Gigabytes per second, as the references publish them. */
const gigabytes = (bytesPerSecond: number | undefined) =>
  bytesPerSecond === undefined ? <span className="dimmed">not published</span> : `${Number((bytesPerSecond / 1e9).toPrecision(3))} GB/s`;

interface Row {
  key: string;
  what: string;
  source: string;
  iops: number;
  bytesPerSecond: number | undefined;
  average: number | null | undefined;
  p90: number | null | undefined;
  p95: number | null | undefined;
  p99: number | null | undefined;
  targetCpu: string | null;
}

function rowsOf(result: BenchmarkResult): Row[] {
  const { point, figures, targetCpuRatio } = result;
  const what = loadText(result);
  const ours: Row = {
    key: `${what} ours`,
    what,
    source: 'this cluster',
    iops: figures.iops,
    bytesPerSecond: figures.bytesPerSecond,
    average: figures.latencyAverageSeconds,
    p90: figures.latencyP90Seconds,
    p95: figures.latencyP95Seconds,
    p99: figures.latencyP99Seconds,
    targetCpu: targetCpuRatio === null ? null : valueText(targetCpuRatio, 'ratio'),
  };
  return [
    ours,
    // Published once, beside the usual steps.
    ...(result.withoutCollection ? [] : publishedFor(point)).map((each) => ({
      key: `${what} ${each.source}`,
      what: '',
      source: `${each.source}: ${each.setup}`,
      iops: each.iops,
      bytesPerSecond: each.bytesPerSecond,
      average: each.latencyAverageSeconds,
      p90: each.latencyP90Seconds,
      p95: each.latencyP95Seconds,
      p99: each.latencyP99Seconds,
      targetCpu: each.targetCpuRatio === undefined ? null : `up to ${valueText(each.targetCpuRatio, 'ratio')}`,
    })),
  ];
}

/** Averages over the repeats, and the figures that the references published for the same load. */
const Summary = ({ results }: { results: readonly BenchmarkResult[] }) => (
  <Section title="Summary">
    <PlainTable
      label="Summary"
      rows={results.flatMap(rowsOf)}
      rowKey={({ key }) => key}
      columns={[
        { name: 'Load', cell: ({ what }) => what },
        { name: 'Measured by', wide: true, cell: ({ source }) => source },
        { name: 'IOPS', numeric: true, cell: ({ iops }) => valueText(iops, '1/s') },
        { name: 'Throughput', numeric: true, cell: ({ bytesPerSecond }) => gigabytes(bytesPerSecond) },
        { name: 'Average', numeric: true, cell: ({ average }) => known(average, 's') },
        { name: 'p90', numeric: true, cell: ({ p90 }) => known(p90, 's') },
        { name: 'p95', numeric: true, cell: ({ p95 }) => known(p95, 's') },
        { name: 'p99', numeric: true, cell: ({ p99 }) => known(p99, 's') },
        { name: 'Target CPU', numeric: true, cell: ({ targetCpu }) => targetCpu ?? <span className="dimmed">not known</span> },
      ]}
    />
  </Section>
);

/** IOPS of each client, and the spread over the repeats. */
function Spread({ results }: { results: readonly BenchmarkResult[] }) {
  const clients = [...new Map(results.flatMap(({ iopsByClient }) => iopsByClient.map(({ node }) => [node.id, node.name]))).entries()];
  return (
    <Section title="IOPS by client, and spread">
      <PlainTable
        label="IOPS by client, and spread"
        rows={results}
        rowKey={loadText}
        columns={[
          { name: 'Load', wide: true, cell: loadText },
          ...clients.map(([id, name]) => ({
            name,
            numeric: true,
            cell: ({ iopsByClient }: BenchmarkResult) => known(iopsByClient.find(({ node }) => node.id === id)?.iops, '1/s'),
          })),
          { name: 'Total', numeric: true, cell: ({ figures }) => valueText(figures.iops, '1/s') },
          { name: 'Repeats', numeric: true, cell: ({ iopsSpread }) => iopsSpread.count },
          {
            name: 'Standard deviation',
            numeric: true,
            cell: ({ iopsSpread: { standardDeviation, mean } }) =>
              standardDeviation === null ? (
                <span className="dimmed">one repeat</span>
              ) : (
                valueText(mean === 0 ? 0 : standardDeviation / mean, 'ratio')
              ),
          },
          { name: 'Least', numeric: true, cell: ({ iopsSpread }) => valueText(iopsSpread.least, '1/s') },
          { name: 'Most', numeric: true, cell: ({ iopsSpread }) => valueText(iopsSpread.most, '1/s') },
          { name: 'Outliers', numeric: true, cell: ({ runs }) => runs.filter(({ isOutlier }) => isOutlier).length },
          {
            name: 'Target CPU for exports',
            numeric: true,
            cell: ({ targetExportRatio }) => known(targetExportRatio, 'ratio'),
          },
        ]}
      />
    </Section>
  );
}

/** Every step: fio's percentiles beside those of the kernel, which times the device only. */
function Steps({ id, results }: { id: string; results: readonly BenchmarkResult[] }) {
  const rows = results.flatMap(({ runs, ...load }) => runs.map((run) => ({ ...load, run })));
  const ofKernel = (run: (typeof rows)[number]['run'], fraction: number) =>
    known(run.kernel?.percentiles.find((each) => each.fraction === fraction)?.seconds, 's');
  return (
    <Section title="Steps">
      <PlainTable
        label="Steps"
        rows={rows}
        rowKey={({ run }) => String(run.stepIndex)}
        columns={[
          { name: 'Load', wide: true, cell: loadText },
          { name: 'Repeat', numeric: true, cell: ({ run }) => run.repeat },
          { name: 'IOPS', numeric: true, cell: ({ run }) => valueText(run.figures.iops, '1/s') },
          { name: 'Average, fio', numeric: true, cell: ({ run }) => known(run.figures.latencyAverageSeconds, 's') },
          { name: 'Average, kernel', numeric: true, cell: ({ run }) => known(run.kernel?.averageSeconds, 's') },
          { name: 'p99, fio', numeric: true, cell: ({ run }) => known(run.figures.latencyP99Seconds, 's') },
          { name: 'p99, kernel', numeric: true, cell: ({ run }) => ofKernel(run, 0.99) },
          {
            name: 'Skew of starts',
            numeric: true,
            cell: ({ run }) => (run.clients.length < 2 ? <span className="dimmed">one client</span> : known(run.startSkewSeconds, 's')),
          },
          {
            name: 'Note',
            cell: ({ run, withinLatencyBound }) => (
              <span className="row">
                {run.isOutlier ? (
                  <>
                    <Mark tone="warn" /> outlier
                  </>
                ) : null}
                {withinLatencyBound === false ? 'over the latency limit' : null}
              </span>
            ),
          },
          {
            name: 'Output of fio',
            cell: ({ run }) => (
              <span className="row">
                {run.clients.map(({ node, orderId }) => (
                  <a key={orderId} href={`/api/v1/benchmarks/${id}/outputs/${orderId}`} download={`fio-${node.name}-${run.stepIndex}.json`}>
                    {node.name}
                  </a>
                ))}
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** Machines, versions and settings of that moment. */
const Facts = ({ facts }: { facts: NonNullable<BenchmarkReport['facts']> }) => (
  <Section title="Machines and versions">
    <p>
      Server {facts.serverVersion}. {facts.simulated ? 'SIMULATED cluster: these figures are of no real machine.' : null}
    </p>
    <PlainTable
      label="Machines and versions"
      rows={facts.nodes}
      rowKey={({ id }) => id}
      columns={[
        { name: 'Node', cell: ({ name }) => name },
        { name: 'Role', cell: ({ roles }) => roles.join(', ') },
        { name: 'Agent', cell: ({ agentVersion }) => agentVersion },
        { name: 'Kernel', cell: ({ kernel }) => kernel },
        { name: 'System', cell: ({ operatingSystem }) => operatingSystem },
        { name: 'CPU', wide: true, cell: ({ cpu }) => cpu },
        {
          name: 'NICs',
          cell: ({ nics }) =>
            nics
              .map(
                ({ name, speedBitsPerSecond, mtu }) =>
                  `${name} ${speedBitsPerSecond === null ? '' : `${speedBitsPerSecond / 1e9} Gbit/s`} MTU ${mtu}`,
              )
              .join('; '),
        },
        {
          name: 'Drives',
          cell: ({ drives }) =>
            drives.length === 0 ? '' : `${drives.length} × ${[...new Set(drives.map(({ model }) => model))].join(', ')}`,
        },
      ]}
    />
  </Section>
);

/** The same loads with Weft's statistics of the volumes at their clients, and without. */
const CollectionCosts = ({ costs }: { costs: BenchmarkReport['collectionCosts'] }) => (
  <Section title="Cost of Weft's statistics">
    <ComparedTable label="Cost of Weft's statistics" rows={costs} first="with" second="without" />
  </Section>
);

export const ReportTables = ({ report }: { report: BenchmarkReport }) => (
  <>
    <Summary results={report.results} />
    <Spread results={report.results} />
    {report.collectionCosts.length > 0 ? <CollectionCosts costs={report.collectionCosts} /> : null}
    <Steps id={report.benchmark.id} results={report.results} />
    {report.facts ? <Facts facts={report.facts} /> : null}
  </>
);
