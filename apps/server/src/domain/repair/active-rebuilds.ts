import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { Part } from '../documents/parts.js';
import { legOnNode } from '../documents/references.js';
import { type LegDocument, otherHalves, roleOf, type Shape, type VolumeDocument } from '../documents/volume.document.js';
import { isBad as isBadHealth } from '../legs/assess-legs.js';

type Legs = Part<VolumeDocument, 'legs' | 'status.vacancies'>;

export const isBad = ({ status: { health } }: LegDocument): boolean => health !== undefined && isBadHealth({ health });

/** Legs that a volume should have and cannot use; joining legs do not count. */
export const lostLegs = ({ legs, status: { vacancies = [] } }: Legs): Message[] => [
  ...legs.filter((leg) => roleOf(leg) !== 'joining' && isBad(leg)).map(legOnNode),
  ...vacancies
    .filter(({ index }) => !legs.some((leg) => leg.index === index))
    .map(({ index }) => messageOf('leg-at-index', { legIndex: index })),
];

/**
 * Drives and nodes that the rebuilds of a volume read from and write to. A whole leg that is replaced is not rebuilt before every lost leg of the
 * volume is back (md's `--replace` is for arrays that are not degraded). Until then its replacement does not count, or it could block the very
 * rebuild that it waits for.
 */
export function copiesOf(volume: Legs & { spec: Shape }): { nodeId: string; driveId: string; index: number }[] {
  const { legs } = volume;
  const isHeldUp = (joining: LegDocument) =>
    legs.some((leg) => leg.index === joining.index && leg !== joining && leg.status.inSync && !isBad(leg)) && lostLegs(volume).length > 0;
  return legs
    .filter((leg) => roleOf(leg) === 'joining' && !isHeldUp(leg))
    .flatMap((joining) => {
      const source = otherHalves(volume, joining.index).find((leg) => leg.status.inSync);
      // Both belong to the rebuild of the joining leg's index.
      return [joining, ...(source ? [source] : [])].map(({ nodeId, driveId }) => ({ nodeId, driveId, index: joining.index }));
    });
}
