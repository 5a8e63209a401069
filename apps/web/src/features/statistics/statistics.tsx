import { lazy, Suspense } from 'react';
import type { RangeSearch } from '../../charts/range.js';
import { NearView } from '../../ui/near-view.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { PeriodControls } from './period-controls.js';
import type { StatisticsOf } from './statistics-group.js';

/** A lazy chunk with the drawing library: pages render before their charts. */
const StatisticsGroup = lazy(() => import('./statistics-group.js').then((module) => ({ default: module.StatisticsGroup })));

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  of: readonly StatisticsOf[];
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

/** Charts of a page's objects for the time range in the address. */
export function Statistics({ of, search, onSearch }: Props) {
  return (
    <Section
      title="Statistics"
      actions={
        <>
          <span className="dimmed">Times in {zone}</span>
          <PeriodControls search={search} onSearch={onSearch} />
        </>
      }
    >
      <NearView instead={<Empty>Scroll here to load the charts.</Empty>}>
        <Suspense fallback={<Empty>Loading…</Empty>}>
          {of.map((each) => (
            <StatisticsGroup key={each.object} {...each} search={search} onSearch={onSearch} />
          ))}
        </Suspense>
      </NearView>
    </Section>
  );
}
