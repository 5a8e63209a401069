import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import type { BenchmarkComparison } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { Time } from '../../../ui/time/time.js';
import { benchmarkTitle, pointText } from '../benchmark-words.js';
import { ComparedTable } from '../compared-table.js';

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
          <ComparedTable label="Figures" rows={points} first="first" second="second" />
        )}
        {onlyFirst.length > 0 ? <p>Only in the first: {onlyFirst.map(pointText).join('; ')}.</p> : null}
        {onlySecond.length > 0 ? <p>Only in the second: {onlySecond.map(pointText).join('; ')}.</p> : null}
      </Section>
    </Page>
  );
}
