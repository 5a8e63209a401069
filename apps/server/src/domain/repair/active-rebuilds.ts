import { type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';

type Legs = Pick<VolumeDocument, 'legs' | 'vacancies'>;

export const isBad = ({ verdict }: LegDocument): boolean => verdict === 'missing' || verdict === 'unhealthy' || verdict === 'stalled';

/** Legs that a volume should have and cannot use, in words; those that join are no loss yet. */
export const lostLegs = ({ legs, vacancies = [] }: Legs): string[] => [
  ...legs.filter((leg) => roleOf(leg) !== 'joining' && isBad(leg)).map((leg) => `leg ${leg.index} on ${leg.nodeName}`),
  ...vacancies.filter(({ index }) => !legs.some((leg) => leg.index === index)).map(({ index }) => `leg ${index}`),
];

/**
 * Where the copies of a volume read and write. A leg that gives way while it is whole is not copied before every lost one of the volume is
 * back (md's `--replace` is kept for arrays that are not degraded): until then it takes nobody's turn, or it could hold up the very
 * replacement that it waits for.
 */
export function copiesOf(volume: Legs): { nodeId: string; driveId: string; index: number }[] {
  const { legs } = volume;
  const isHeldUp = (joining: LegDocument) =>
    legs.some((leg) => leg.index === joining.index && leg !== joining && leg.inSync && !isBad(leg)) && lostLegs(volume).length > 0;
  return legs
    .filter((leg) => roleOf(leg) === 'joining' && !isHeldUp(leg))
    .flatMap((joining) => {
      const source = legs.find((leg) => leg.index === (joining.index ^ 1) && leg.inSync);
      // Both are the copy of the index that is filled.
      return [joining, ...(source ? [source] : [])].map(({ nodeId, driveId }) => ({ nodeId, driveId, index: joining.index }));
    });
}
