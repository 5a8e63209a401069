import { usePast } from '../../../api/past.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { Section } from '../../../ui/page.js';
import { Empty } from '../../../ui/text/message.js';
import { Statistics } from '../../statistics/statistics.js';
import { comparedLegs, comparedTargets } from './latency/compared.js';
import { ComparedBars } from './latency/compared-bars.js';
import { LatencyShares } from './latency/latency-shares-view.js';
import { useLatencies } from './latency/use-latencies.js';
import { chartsOf, type TabProps } from './overview-tab.js';

/** Where the time of an I/O goes, and which leg or target is slow. */
export function PerformanceTab({ volume, attachments, search, onSearch }: TabProps) {
  const past = usePast();
  const latencies = useLatencies(volume, attachments.length > 0 && past === null);
  const legs = latencies.data ? comparedLegs(volume, latencies.data) : [];
  const targets = comparedTargets(legs);
  const at = latencies.data?.to ?? '';
  return (
    <>
      <OnlyNow>
        <Section title="Time of an I/O">
          {attachments.length === 0 ? (
            <Empty>Attached to no client: no I/O.</Empty>
          ) : (
            <LatencyShares volume={volume} attachments={attachments} latencies={latencies} />
          )}
        </Section>
      </OnlyNow>
      {legs.length > 0 ? (
        <Section title="Targets and legs compared">
          <div className="stack">
            <ComparedBars label="Targets" of={targets} volume={volume} at={at} />
            <ComparedBars label="Legs" of={legs} volume={volume} at={at} />
          </div>
        </Section>
      ) : null}
      <Statistics
        search={search}
        onSearch={onSearch}
        of={[{ ...chartsOf(volume, attachments), title: 'Latency and rates', figures: volume.cache ? 'cached' : 'io' }]}
      />
    </>
  );
}
