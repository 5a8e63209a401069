import { isWell } from '@weft/shared/kinds/condition-types';
import { lazy } from 'react';
import type { Attachment, Volume } from '../../../api/types.js';
import type { RangeSearch } from '../../../charts/range.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { Section } from '../../../ui/page.js';
import { Settled } from '../../../ui/settled.js';
import { Snapshots } from '../../snapshots/snapshots.js';
import { Statistics } from '../../statistics/statistics.js';
import { IoTiles } from '../../statistics/tiles/io-tiles.js';
import { Tiles } from '../../statistics/tiles/tile.js';
import { isSound } from '../leg-status.js';
import { useNodeReads } from '../use-nodes.js';
import { FabricStrips, fabricNodes } from './fabric-strip.js';
import { LegHeat } from './leg-heat.js';
import { VolumeAttachments } from './volume-attachments.js';
import { VolumeTile } from './volume-tile.js';

/** A lazy chunk: most volumes have no trouble. */
const Trouble = lazy(() => import('./trouble.js').then((module) => ({ default: module.Trouble })));

const isTroubled = ({ legs, conditions }: Volume): boolean =>
  !conditions.every(isWell) || legs.some((leg) => !isSound(leg) || !leg.conditions.every(isWell));

/** The object that the charts of a volume are about. */
export const chartsOf = ({ id, name }: Volume, attachments: readonly Attachment[]) => {
  const clients = attachments.map(({ node }) => node.name).join(', ');
  return {
    title: 'I/O as its clients see it',
    object: `volume:${id}` as const,
    label: name,
    source: `Volume ${name}, seen by ${clients === '' ? 'the clients that had it' : clients}`,
  };
};

export interface TabProps {
  volume: Volume;
  attachments: readonly Attachment[];
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

/** What the volume does now, and what deviates. */
export function OverviewTab({ volume, attachments, search, onSearch }: TabProps) {
  const of = chartsOf(volume, attachments);
  const reads = useNodeReads(fabricNodes(volume, attachments));
  // While its legs are created, the next step stands above them.
  const isNew = volume.state === 'creating';
  const its = (
    <Section title="Attachments">
      <VolumeAttachments volume={volume} attachments={attachments} />
    </Section>
  );
  return (
    <>
      <Tiles label="Now">
        {attachments.length > 0 ? <IoTiles object={of.object} label={of.label} source={of.source} /> : null}
        <VolumeTile volume={volume} attachments={attachments} />
      </Tiles>
      {isNew ? its : null}
      {isTroubled(volume) ? <Trouble volume={volume} /> : null}
      {isNew ? null : its}
      <Snapshots volume={volume} />
      <Settled of={reads}>
        <FabricStrips volume={volume} attachments={attachments} />
        <OnlyNow>
          <LegHeat volume={volume} isAttached={attachments.length > 0} />
        </OnlyNow>
        <Statistics search={search} onSearch={onSearch} of={[{ ...of, figures: 'io' }]} />
      </Settled>
    </>
  );
}
