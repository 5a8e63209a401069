import { lazy, Suspense } from 'react';
import { DEFAULT_RANGE, type Range, type RangeSearch } from '../../charts/range.js';
import { NearView } from '../../ui/near-view.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { RangeSwitch } from './range-switch.js';
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
export function Statistics({ of, search: { range = DEFAULT_RANGE }, onSearch }: Props) {
  const setRange = (next: Range) => onSearch(next === DEFAULT_RANGE ? {} : { range: next });
  return (
    <Section
      title="Statistics"
      actions={
        <>
          <span className="dimmed">Times in {zone}</span>
          <RangeSwitch range={range} onRange={setRange} />
        </>
      }
    >
      <NearView instead={<Empty>Scroll here to load the charts.</Empty>}>
        <Suspense fallback={<Empty>Loading…</Empty>}>
          {of.map((each) => (
            <StatisticsGroup key={each.object} {...each} range={range} />
          ))}
        </Suspense>
      </NearView>
    </Section>
  );
}
