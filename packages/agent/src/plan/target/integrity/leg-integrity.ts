import { dmUuid, INTEGRITY_TAG, legIntegrityName, lvName, vgName } from '@weft/shared/identity';
import type { LegAssignment } from '@weft/shared/messages/assignment';
import type { LegStatus } from '@weft/shared/messages/report';
import type { DmMapping, FastState, LogicalVolume, SlowState } from '../../../host/host.js';
import type { IntegrityTable, Operation } from '../../../host/operations.js';
import { mappingNamed } from '../../mapping-named.js';
import { type Decision, failed, must, type World, working } from '../../plan.js';

/*
 * A leg on dm-integrity: a device with a checksum for each block, between the leg's LV and the leg's device (docs/decisions/integrity.md).
 *  - new: the LV is zeroed, and the kernel formats it; both are recorded by one change of LVM's tags. Interrupted before that, it starts again.
 *  - recorded: never formatted again. The host looks for the superblock before each start, because the kernel formats zeros in silence: without it the leg is lost.
 *  - recorded, and not assigned so, or the reverse: neither exported nor changed. Its bytes lie elsewhere in the volume.
 *  - after a reboot, or on a drive that is back: started again, before its exports.
 *  - its size stays.
 */
const integrityDevice = (fast: Pick<FastState, 'mappings'>, legId: string): DmMapping | undefined =>
  mappingNamed(fast, legIntegrityName(legId));

const isMarked = ({ tags }: Pick<LogicalVolume, 'tags'>): boolean => tags.includes(INTEGRITY_TAG);

/** The LV holds the bytes of a leg of the other kind. */
const isOtherKind = (leg: LegAssignment, volume: LogicalVolume): boolean => isMarked(volume) !== (leg.integrity !== undefined);

/** The leg as exports see it: what it offers, on the device above the checksums. */
function offered(leg: LegAssignment, volume: LogicalVolume, fast: Pick<FastState, 'mappings'>): LogicalVolume {
  const device = integrityDevice(fast, leg.legId);
  const name = legIntegrityName(leg.legId);
  return {
    ...{ ...volume, sizeBytes: device?.sizeBytes ?? 0, active: volume.active && device !== undefined },
    ...{ devicePath: `/dev/mapper/${name}`, dmUuid: dmUuid(name) },
  };
}
/** @returns undefined for a volume of the other kind. */
export const exportedVolume = (leg: LegAssignment, volume: LogicalVolume, fast: Pick<FastState, 'mappings'>): LogicalVolume | undefined => {
  if (isOtherKind(leg, volume)) return undefined;
  return leg.integrity ? offered(leg, volume, fast) : volume;
};

function tableOf({ legId, driveId }: LegAssignment, { offeredBytes }: NonNullable<LegAssignment['integrity']>): IntegrityTable {
  const name = legIntegrityName(legId);
  return { name, uuid: dmUuid(name), device: `/dev/${vgName(driveId)}/${lvName(legId)}`, lengthBytes: offeredBytes };
}

/** Makes the whole leg zeros (S2). */
export const wipeOf = (leg: LegAssignment): Operation => {
  const place = { vg: vgName(leg.driveId), lv: lvName(leg.legId) };
  return leg.integrity ? { op: 'format-integrity', ...place, ...tableOf(leg, leg.integrity) } : { op: 'wipe-logical-volume', ...place };
};

/** What has to be done before the leg can be used, of one whose LV is wiped. Null: nothing. */
export function integrityDecision(
  leg: LegAssignment,
  volume: LogicalVolume,
  { fast }: World,
  facts: Pick<Decision, 'before'>,
): Decision | null {
  const lv = `${volume.vg}/${volume.lv}`;
  if (isOtherKind(leg, volume)) return failed('integrity-unmarked', { lv, isMarked: isMarked(volume) });
  if (!leg.integrity) return null;
  if (volume.sizeBytes < leg.sizeBytes) return failed('integrity-size', { lv, sizeBytes: volume.sizeBytes, assignedBytes: leg.sizeBytes });
  return integrityDevice(fast, leg.legId) ? null : working(must({ op: 'create-integrity', ...tableOf(leg, leg.integrity) }), facts);
}

/** Empty, if there is none. */
export function dropIntegrity(fast: FastState, legId: string): Operation[] {
  const device = integrityDevice(fast, legId);
  return device ? [{ op: 'remove-mapping', name: device.name }] : [];
}

/** For the leg's report. */
export function observedIntegrity(leg: LegAssignment, { integrities }: SlowState): LegStatus['observed']['integrity'] {
  const found = leg.integrity && integrities.find(({ name }) => name === legIntegrityName(leg.legId));
  return found && { checksumErrors: found.checksumErrors, coveredBytes: found.coveredBytes };
}
