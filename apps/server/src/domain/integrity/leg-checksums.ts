import { hasChecksums, type LegChecksumsDocument, type LegDocument, type VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * The count of wrong checksums of each leg:
 * - a target counts from zero with each device that it makes: when it boots, and when the leg's drive comes back. The volume counts on.
 * - the target reports another boot, or fewer errors than before: it began from zero, and all reported errors are new. Errors that it found after its last report are lost.
 * - the target reports nothing of the leg: the count stays.
 * - the leg is replaced: its count goes with it.
 */
export function withCountedChecksums(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  if (!hasChecksums(volume)) return volume;
  const known = new Map((volume.status.checksums ?? []).map((each) => [each.legId, each]));
  const checksums = volume.legs.flatMap((leg) => counted(world, leg, known.get(leg.id)) ?? []);
  return checksums.length === 0 && !volume.status.checksums ? volume : { ...volume, status: { ...volume.status, checksums } };
}

function counted(world: VolumeWorld, leg: LegDocument, known: LegChecksumsDocument | undefined): LegChecksumsDocument | undefined {
  const reported = world.lastReport(leg.nodeId, 'leg', leg.id)?.observed.integrity?.checksumErrors;
  if (reported === undefined) return known;
  const bootId = world.lastReportBootId(leg.nodeId, 'leg', leg.id) ?? '';
  if (!known) return { legId: leg.id, errors: reported, reported, bootId, restarts: 0 };
  const isRestarted = bootId !== known.bootId || reported < known.reported;
  return isRestarted
    ? { ...known, errors: known.errors + reported, reported, bootId, restarts: known.restarts + 1 }
    : { ...known, errors: known.errors + reported - known.reported, reported };
}

type Counted = { status: Pick<VolumeDocument['status'], 'checksums'> };

/** Wrong checksums of the leg since it was made. */
export const errorsOf = ({ status: { checksums } }: Counted, legId: string): number =>
  checksums?.find((each) => each.legId === legId)?.errors ?? 0;

/** Errors that nobody has acknowledged. */
export function newErrorsOf(volume: Counted & Pick<VolumeDocument, 'spec'>, legId: string): number {
  const acknowledged = volume.spec.checksumsAcknowledged?.legs.find((each) => each.legId === legId)?.errors ?? 0;
  return Math.max(0, errorsOf(volume, legId) - acknowledged);
}
