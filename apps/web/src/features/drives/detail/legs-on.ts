import type { Leg, Volume } from '../../../api/types.js';

export interface DriveLeg {
  id: string;
  volume: Volume;
  index: number;
  kind: 'leg' | 'thin-leg' | 'cache';
  /** Of the leg, or of its cache. A thin leg takes up to that many, from the pool. */
  bytes: number;
  /** Bytes of the drive that it takes by itself. */
  sizeBytes: number;
  health: Leg['health'];
  conditions: Leg['conditions'];
  /** Epoch of an obsolete leg, and why it was left; it is kept until it is known to be unneeded. Null: the leg is current. */
  obsolete: Pick<Volume['obsoleteLegs'][number], 'epoch' | 'why'> | null;
}

/** The legs of these volumes, and caches of their legs, that are on a drive: largest first. */
export function legsOn(driveId: string, volumes: readonly Volume[]): DriveLeg[] {
  const isHere = ({ drive }: Pick<Leg, 'drive'>) => drive.id === driveId;
  return volumes
    .flatMap((volume): DriveLeg[] => [
      ...volume.legs.filter(isHere).map((leg) => ({ ...leg, ...takenBy(leg), volume, obsolete: null })),
      ...volume.legs.flatMap((leg) => (leg.cache?.drive.id === driveId ? cacheOn(leg, leg.cache, volume) : [])),
      ...volume.obsoleteLegs
        .filter(isHere)
        .map((leg) => ({ ...leg, kind: 'leg' as const, bytes: leg.sizeBytes, volume, health: null, conditions: [], obsolete: leg })),
    ])
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

/** The pool takes the bytes of thin legs. */
const takenBy = ({ thin, sizeBytes }: Leg): Pick<DriveLeg, 'kind' | 'bytes' | 'sizeBytes'> =>
  thin ? { kind: 'thin-leg', bytes: sizeBytes, sizeBytes: 0 } : { kind: 'leg', bytes: sizeBytes, sizeBytes };

function cacheOn(
  { id, index, health, conditions }: Leg,
  { dataBytes, metadataBytes }: NonNullable<Leg['cache']>,
  volume: Volume,
): DriveLeg {
  const bytes = dataBytes + metadataBytes;
  return { id: `cache ${id}`, index, health, conditions, volume, kind: 'cache', bytes, sizeBytes: bytes, obsolete: null };
}
