import type { Volume } from '../../../../api/types.js';
import { Provenance } from '../../../../provenance/provenance.js';
import { PlainTable } from '../../../../table/plain-table.js';
import { shareOf } from '../../../../ui/gauges/share-of.js';
import { Status } from '../../../../ui/status.js';
import { NounLink } from '../../../../ui/text/linked.js';
import { driveNoun, nodeNoun } from '../../../../ui/text/nouns.js';
import { valueText } from '../../../../ui/text/value-text.js';
import type { Compared } from './compared.js';
import styles from './compared-bars.module.css';

interface Props {
  label: 'Targets' | 'Legs';
  of: readonly Compared[];
  volume: Volume;
  /** End of the minute. */
  at: string;
}

/** Latency of each in the last minute, as a bar; the slow one is marked. */
export function ComparedBars({ label, of, volume, at }: Props) {
  const most = Math.max(...of.map(({ seconds }) => seconds ?? 0));
  return (
    <PlainTable
      label={`${label} compared`}
      rows={of}
      rowKey={({ key }) => key}
      columns={[
        { name: label === 'Targets' ? 'Target' : 'Leg', cell: (one) => <Name label={label} of={one} />, whole: true },
        { name: 'Latency', cell: (one) => <Latency of={one} volume={volume} at={at} isLeg={label === 'Legs'} />, whole: true },
        { name: 'Compared', cell: ({ seconds, isSlow }) => <Bar share={shareOf(seconds, most)} isSlow={isSlow} />, wide: true },
        { name: 'IOPS', cell: ({ iops }) => valueText(iops, '1/s'), whole: true },
        {
          name: 'State',
          cell: ({ isSlow }) => (isSlow ? <Status tone="warn" what="slow" why="more than twice as long as the others" /> : null),
        },
      ]}
    />
  );
}

function Name({ label, of: { legs } }: { label: Props['label']; of: Compared }) {
  const [leg] = legs;
  if (!leg) return null;
  if (label === 'Targets') return <NounLink noun={nodeNoun(leg.node)} />;
  return (
    <>
      Leg {leg.index}, <NounLink noun={driveNoun(leg.drive)} /> on <NounLink noun={nodeNoun(leg.node)} />
    </>
  );
}

function Latency({ of: { seconds, legs }, volume, at, isLeg }: { of: Compared; volume: Volume; at: string; isLeg: boolean }) {
  const [leg] = legs;
  if (seconds === null || !leg) return <span className="dimmed">no I/O in this minute</span>;
  const text = valueText(seconds, 's');
  if (!isLeg) return text;
  const source = `Leg ${leg.index} of ${volume.name} on drive ${leg.drive.serial}, seen by ${leg.node.name}`;
  return (
    <Provenance of={{ metric: 'latency-average', object: `leg:${leg.id}`, label: leg.id, source, at: Date.parse(at) }}>{text}</Provenance>
  );
}

/** Hidden from assistive technology: the column beside it has the value. */
const Bar = ({ share, isSlow }: { share: number; isSlow: boolean }) => (
  <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
    <rect className={styles.value} data-slow={isSlow} width={share * 100} height="4" />
  </svg>
);
