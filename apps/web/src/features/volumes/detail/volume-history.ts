import type { Volume } from '../../../api/types.js';
import { driveNoun, nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { conditionHappenings, type Happening } from '../../history/history.js';

/** Events recorded in the volume itself: the last transition of each condition, and the fate of legs. */
export const volumeHappenings = (volume: Volume): Happening[] => [
  { at: volume.createdAt, what: { text: 'the volume was requested' } },
  ...conditionHappenings('the volume', volume.conditions),
  ...volume.legs.flatMap((leg) => conditionHappenings(sentence`leg ${leg.index} on ${nodeNoun(leg.node)}`, leg.conditions)),
  ...volume.obsoleteLegs.map(
    (leg): Happening => ({
      at: leg.since,
      what: {
        text: sentence`leg ${leg.index} of epoch ${leg.epoch} on ${nodeNoun(leg.node)}, drive ${driveNoun(leg.drive)}, left the volume: ${leg.why.replace('-', ' ')}`,
      },
    }),
  ),
];
