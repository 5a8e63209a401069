import type { Attachment, Volume } from '../../../../api/types.js';
import { ProblemView } from '../../../../ui/problem-view.js';
import { type IoKind, kindsToShow, latencyShares } from './latency-shares.js';
import styles from './latency-shares.module.css';
import { ShareList } from './share-list.js';
import { type Latencies, latencyQuery, type useLatencies } from './use-latencies.js';

interface Props {
  volume: Volume;
  attachments: readonly Attachment[];
  latencies: ReturnType<typeof useLatencies>;
}

const MEANS = { all: 'of', reads: 'reads', writes: 'writes' } as const satisfies Record<IoKind, keyof Latencies>;

/** Shares of the I/O time, and how they were measured. */
export function LatencyShares({ volume, attachments, latencies: { data, error, refetch } }: Props) {
  if (error) return <ProblemView error={error} onRetry={() => refetch()} />;
  if (!data) return <p className={styles.how}>Latency shares are loading…</p>;
  const objects = [`volume:${volume.id}`, ...volume.legs.map(({ id }) => `leg:${id}`)];
  const means = (kind: IoKind) => objects.map((object) => data[MEANS[kind]].get(object) ?? null);
  const clients = attachments.map(({ node }) => node.name).join(', ');
  const difference = {
    nodes: [...attachments, ...volume.legs].map(({ node }) => ({ kind: 'node' as const, ...node })),
    at: data.to,
    promql: null,
    request: latencyQuery(objects, data.from, data.to),
    pick: '.series[] | {objects, metric, values}',
  };
  const total = {
    object: `volume:${volume.id}`,
    label: volume.name,
    source: `Volume ${volume.name}, seen by ${clients}`,
    at: Date.parse(data.to),
  };
  const sharesOf = (kind: IoKind) => {
    const [ofVolume = null, ...ofLegs] = means(kind);
    const legs = volume.legs.map(({ index, node }, at) => ({ index, node: node.name, mean: ofLegs[at] ?? null }));
    return latencyShares({ protection: volume.protection, copies: volume.copies, kind }, ofVolume, clients, legs);
  };
  return (
    <>
      <fieldset className={styles.kinds} aria-label="Latency shares">
        {kindsToShow({ reads: means('reads'), writes: means('writes') }).map((kind) => (
          <ShareList key={kind} kind={kind} shares={sharesOf(kind)} total={total} difference={difference} />
        ))}
      </fieldset>
      <details className={styles.how}>
        <summary>Method</summary>
        Averages over one minute that ended at least 20 s ago, from exact sums in the kernels (dm-stats): the client counts the volume’s
        I/O, each target that of its legs. The difference of the two is client and fabric: md, NVMe-oF, NICs, network, and the target’s CPU
        before the drive; Weft cannot divide it further. A read has one leg, so its shares are exact. A write to a mirror waits for all
        halves at once, so the drives’ share lies between two bounds: the busiest half of each set alone, and the sum of all halves. An I/O
        over several stripes, or a running rebuild, makes the drives’ share look larger than it is. With an agent that does not report reads
        and writes separately, the shares are of both together.
      </details>
    </>
  );
}
