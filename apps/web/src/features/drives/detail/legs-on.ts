import type { Leg, Volume } from '../../../api/types.js';

export interface DriveLeg {
  id: string;
  volume: Volume;
  index: number;
  sizeBytes: number;
  health: Leg['health'];
  conditions: Leg['conditions'];
  /** Epoch of an obsolete leg, and why it was left; it is kept until it is known to be unneeded. Null: the leg is current. */
  obsolete: Pick<Volume['obsoleteLegs'][number], 'epoch' | 'why'> | null;
}

/** The legs of these volumes that are on a drive, largest first. */
export function legsOn(driveId: string, volumes: readonly Volume[]): DriveLeg[] {
  const isHere = ({ drive }: Pick<Leg, 'drive'>) => drive.id === driveId;
  return volumes
    .flatMap((volume): DriveLeg[] => [
      ...volume.legs.filter(isHere).map((leg) => ({ ...leg, volume, obsolete: null })),
      ...volume.obsoleteLegs.filter(isHere).map((leg) => ({ ...leg, volume, health: null, conditions: [], obsolete: leg })),
    ])
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}
