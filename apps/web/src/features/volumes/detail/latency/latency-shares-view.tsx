import type { Attachment, Volume } from '../../../../api/types.js';
import { Provenance } from '../../../../provenance/provenance.js';
import { ProblemView } from '../../../../ui/problem-view.js';
import { valueText } from '../../../../ui/text/value-text.js';
import { type Between, latencyShares } from './latency-shares.js';
import styles from './latency-shares.module.css';
import { latencyQuery, type useLatencies } from './use-latencies.js';

const between = ({ least, most }: Between): string => {
  const [low, high] = [valueText(least, 's'), valueText(most, 's')];
  return low === high ? low : `${low} to ${high}`;
};
const percent = ({ least, most }: Between, of: number): string => {
  const [low, high] = [Math.round((least / of) * 100), Math.round((most / of) * 100)];
  return low === high ? `${low} %` : `${low} to ${high} %`;
};

interface Props {
  volume: Volume;
  attachments: readonly Attachment[];
  latencies: ReturnType<typeof useLatencies>;
}

/** Shares of the I/O time, and how they were measured. */
export function LatencyShares({ volume, attachments, latencies: { data, error, refetch } }: Props) {
  if (error) return <ProblemView error={error} onRetry={() => refetch()} />;
  if (!data) return <p className={styles.how}>Latency shares are loading…</p>;
  const legs = volume.legs.map(({ id, index, node }) => ({ index, node: node.name, mean: data.of.get(`leg:${id}`) ?? null }));
  const clients = attachments.map(({ node }) => node.name).join(', ');
  const shares = latencyShares(volume.protection, data.of.get(`volume:${volume.id}`) ?? null, clients, legs);
  const objects = [`volume:${volume.id}`, ...volume.legs.map(({ id }) => `leg:${id}`)];
  const difference = {
    nodes: [...attachments, ...volume.legs].map(({ node }) => ({ kind: 'node' as const, ...node })),
    at: data.to,
    promql: null,
    request: latencyQuery(objects, data.from, data.to),
    pick: '.series[] | {objects, metric, values}',
  };
  const total = {
    metric: 'latency-average' as const,
    object: `volume:${volume.id}`,
    label: volume.name,
    source: `Volume ${volume.name}, seen by ${clients}`,
    at: Date.parse(data.to),
  };
  return (
    <>
      <dl className={styles.shares} aria-label="Latency shares">
        <div>
          <dt>An I/O takes, on average</dt>
          <dd>
            {shares.total === null ? null : <Step of={{ least: shares.total, most: shares.total }} total={shares.total} kind="total" />}
            {shares.total === null ? 'not known' : <Provenance of={total}>{valueText(shares.total, 's')}</Provenance>}
          </dd>
        </div>
        {'drives' in shares ? (
          <>
            <div>
              <dt>client and fabric</dt>
              <dd>
                <Step of={shares.fabric} total={shares.total} kind="fabric" />
                <Provenance
                  of={{
                    ...difference,
                    title: 'Client and fabric: the volume’s time without the drives’',
                    source: 'volume’s latency (dm-stats, client) − time in drives (dm-stats of the legs, targets), over the same minute',
                    error: 'Between the two bounds, if each I/O lies within one stripe and nothing else uses the legs.',
                  }}
                >
                  {between(shares.fabric)} ({percent(shares.fabric, shares.total)})
                </Provenance>
              </dd>
            </div>
            <div>
              <dt>drives</dt>
              <dd>
                <Step of={shares.drives} total={shares.total} kind="drives" />
                <Provenance
                  of={{
                    ...difference,
                    title: 'Time of an I/O in drives',
                    source: 'dm-stats of the legs on their targets: I/O × time of all legs, per I/O of the volume',
                    error:
                      'Between the busier half of each mirror set (writes wait for both at once) and the sum of all halves. Exact without mirrors.',
                  }}
                >
                  {between(shares.drives)} ({percent(shares.drives, shares.total)})
                </Provenance>
              </dd>
            </div>
          </>
        ) : (
          <div>
            <dt>Shares not known:</dt>
            <dd>{shares.why}</dd>
          </div>
        )}
      </dl>
      <details className={styles.how}>
        <summary>Method</summary>
        Averages over one minute that ended at least 20 s ago, from exact sums in the kernels (dm-stats): the client counts the volume’s
        I/O, each target that of its legs. The difference of the two is client and fabric: md, NVMe-oF, NICs, network, and the target’s CPU
        before the drive; Weft cannot divide it further. A write to a mirror waits for both halves at once, so the drives’ share lies
        between two bounds: the busier half of each set alone, and the sum of both halves. An I/O over several stripes, or a running
        rebuild, makes the drives’ share look larger than it is. Reads and writes are not separated: agents send the sum of their times, and
        one histogram of both; only their numbers are known separately.
      </details>
    </>
  );
}

/**
 * One step of the waterfall: certain time, then the time that may belong to either step. Hidden from assistive technology: the text beside it has the same
 * numbers.
 */
const Step = ({ of, total, kind }: { of: Between; total: number; kind: 'fabric' | 'drives' | 'total' }) => {
  const [least, most] = [(of.least / total) * 100, (of.most / total) * 100];
  const isFirst = kind !== 'drives';
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.either} x={isFirst ? 0 : 100 - most} width={most} height="4" />
      <rect className={styles[kind]} x={isFirst ? 0 : 100 - least} width={least} height="4" />
    </svg>
  );
};
