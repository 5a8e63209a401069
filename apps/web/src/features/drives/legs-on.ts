import type { Leg, Volume } from '../../api/types.js';

export interface DriveLeg {
  id: string;
  volume: Volume;
  index: number;
  sizeBytes: number;
  verdict: Leg['verdict'];
  conditions: Leg['conditions'];
  /** Kept until it is known that nobody needs it: which epoch it is of, and why it was left. Null: it is of this one. */
  obsolete: Pick<Volume['obsoleteLegs'][number], 'epoch' | 'why'> | null;
}

/** The legs of these volumes that are on a drive, the largest first. */
export function legsOn(driveId: string, volumes: readonly Volume[]): DriveLeg[] {
  const isHere = ({ drive }: Pick<Leg, 'drive'>) => drive.id === driveId;
  return volumes
    .flatMap((volume): DriveLeg[] => [
      ...volume.legs.filter(isHere).map((leg) => ({ ...leg, volume, obsolete: null })),
      ...volume.obsoleteLegs.filter(isHere).map((leg) => ({ ...leg, volume, verdict: null, conditions: [], obsolete: leg })),
    ])
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}
