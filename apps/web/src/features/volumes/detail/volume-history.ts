import type { Volume } from '../../../api/types.js';
import { driveNoun, nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { conditionHappenings, type Happening } from '../../history/history.js';

/** Conditions of the volume and of its legs. */
export const conditionsOf = (volume: Volume) => [
  { about: 'the volume' as const, conditions: volume.conditions },
  ...volume.legs.map((leg) => ({ about: sentence`leg ${leg.index} on ${nodeNoun(leg.node)}`, conditions: leg.conditions })),
];

/** Events recorded in the volume itself: the last transition of each condition, and the fate of legs. */
export const volumeHappenings = (volume: Volume): Happening[] => [
  { at: volume.createdAt, what: { text: 'the volume was requested' } },
  ...conditionsOf(volume).flatMap(({ about, conditions }) => conditionHappenings(about, conditions)),
  ...volume.obsoleteLegs.map(
    (leg): Happening => ({
      at: leg.since,
      what: {
        text: sentence`leg ${leg.index} of epoch ${leg.epoch} on ${nodeNoun(leg.node)}, drive ${driveNoun(leg.drive)}, left the volume: ${leg.why.replace('-', ' ')}`,
      },
    }),
  ),
];
