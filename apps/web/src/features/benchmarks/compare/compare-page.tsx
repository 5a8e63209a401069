import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import type { BenchmarkComparison } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { valueText } from '../../../ui/text/value-text.js';
import { Time } from '../../../ui/time/time.js';
import { benchmarkTitle, pointText } from '../benchmark-words.js';

const route = getRouteApi('/benchmarks/compare');

export function ComparePage() {
  const { first = '', second = '' } = route.useSearch();
  const comparison = api.useQuery('get', '/api/v1/benchmarks/{id}/comparison', {
    params: { path: { id: first }, query: { with: second } },
  });
  return (
    <Loaded isPage of={comparison} gone="One of the two benchmarks does not exist. Choose two on the page of benchmarks.">
      {(data) => <CompareView comparison={data} />}
    </Loaded>
  );
}

type Compared = BenchmarkComparison['points'][number];
const latency = (value: number | null) => (value === null ? <span className="dimmed">not known</span> : valueText(value, 's'));

/** Example: `+12 %`. */
const change = (ratio: number | null) => {
  if (ratio === null) return <span className="dimmed">not known</span>;
  const percent = (ratio - 1) * 100;
  return `${percent >= 0 ? '+' : '−'}${Math.abs(Number(percent.toPrecision(3)))} %`;
};

const withinText = ({ withinSpread }: Compared): string =>
  withinSpread === null ? 'too few repeats' : withinSpread ? 'within the spread' : 'larger than the spread';

function CompareView({ comparison }: { comparison: BenchmarkComparison }) {
  const { first, second, differences, points, onlyFirst, onlySecond } = comparison;
  return (
    <Page title="Comparison" above={<TextLink {...paths.benchmarks()}>Benchmarks</TextLink>}>
      <Section title="Benchmarks">
        <ul className="lines">
          {[first, second].map((benchmark, at) => (
            <li key={benchmark.id}>
              {at === 0 ? 'First' : 'Second'}: <NounLink noun={{ kind: 'benchmark', id: benchmark.id, name: benchmarkTitle(benchmark) }} />,{' '}
              <Time at={benchmark.createdAt} />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Differences of the set-up">
        {differences.length === 0 ? (
          <Empty>None is known: machines, versions, settings and volumes are alike.</Empty>
        ) : (
          <ul className="lines">
            {differences.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Figures">
        {points.length === 0 ? (
          <Empty>They have no load in common.</Empty>
        ) : (
          <PlainTable
            label="Figures"
            rows={points}
            rowKey={({ point }) => pointText(point)}
            columns={[
              { name: 'Load', wide: true, cell: ({ point }) => pointText(point) },
              { name: 'IOPS, first', numeric: true, cell: (row) => valueText(row.first.iops, '1/s') },
              { name: 'IOPS, second', numeric: true, cell: (row) => valueText(row.second.iops, '1/s') },
              { name: 'Change of IOPS', numeric: true, cell: ({ iopsRatio }) => change(iopsRatio) },
              { name: 'Average, first', numeric: true, cell: (row) => latency(row.first.latencyAverageSeconds) },
              { name: 'Average, second', numeric: true, cell: (row) => latency(row.second.latencyAverageSeconds) },
              { name: 'Change of average', numeric: true, cell: ({ latencyAverageRatio }) => change(latencyAverageRatio) },
              { name: 'p99, first', numeric: true, cell: (row) => latency(row.first.latencyP99Seconds) },
              { name: 'p99, second', numeric: true, cell: (row) => latency(row.second.latencyP99Seconds) },
              { name: 'Change of p99', numeric: true, cell: ({ latencyP99Ratio }) => change(latencyP99Ratio) },
              { name: 'Change of IOPS is', cell: withinText },
            ]}
          />
        )}
        {onlyFirst.length > 0 ? <p>Only in the first: {onlyFirst.map(pointText).join('; ')}.</p> : null}
        {onlySecond.length > 0 ? <p>Only in the second: {onlySecond.map(pointText).join('; ')}.</p> : null}
      </Section>
    </Page>
  );
}
