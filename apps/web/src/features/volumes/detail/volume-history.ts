import type { Volume } from '../../../api/types.js';
import { conditionHappenings, type Happening } from '../../history/history.js';

/** Events recorded in the volume itself: the last transition of each condition, and the fate of legs. */
export const volumeHappenings = (volume: Volume): Happening[] => [
  { at: volume.createdAt, what: { text: 'the volume was asked for' } },
  ...conditionHappenings('the volume', volume.conditions),
  ...volume.legs.flatMap((leg) => conditionHappenings(`leg ${leg.index} on ${leg.node.name}`, leg.conditions)),
  ...volume.obsoleteLegs.map(
    (leg): Happening => ({
      at: leg.since,
      what: {
        text: `leg ${leg.index} of epoch ${leg.epoch} on ${leg.node.name}, drive ${leg.drive.serial}, left the volume: ${leg.why.replace('-', ' ')}`,
      },
    }),
  ),
];
