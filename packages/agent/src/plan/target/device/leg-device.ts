import { dmUuid, legDeviceName, legDevicePath } from '@weft/shared/identity';
import type { DmMapping, FastState, LogicalVolume } from '../../../host/host.js';
import type { Operation } from '../../../host/operations.js';
import { mappingNamed } from '../../mapping-named.js';

/*
 * Exports open a leg through a device of its own, a dm-linear over its LV, so that a service can be put between the two while clients write
 * (docs/decisions/leg-device.md). The export makes it; it goes with the leg, and when the leg's drive is back as another device.
 * A namespace that an earlier version enabled on the LV itself stays there until it is next enabled.
 */

export const legDevice = (fast: Pick<FastState, 'mappings'>, legId: string): DmMapping | undefined =>
  mappingNamed(fast, legDeviceName(legId));

/** Devices through which the leg can be reached. */
export const pathsOf = (legId: string, volume: Pick<LogicalVolume, 'devicePath'>): string[] => [volume.devicePath, legDevicePath(legId)];

/** Device to enable a namespace on, and what makes it. Repeated, the operation checks that the device lies on `under`: the leg's LV, or its cache. */
export function deviceForExport(
  fast: FastState,
  legId: string,
  volume: LogicalVolume,
  under: string,
): { devicePath: string; make: Operation[] } {
  const onVolume = fast.subsystems.some(({ namespaces }) =>
    namespaces.some(({ enabled, devicePath }) => enabled && devicePath === volume.devicePath),
  );
  return onVolume
    ? { devicePath: volume.devicePath, make: [] }
    : { devicePath: legDevicePath(legId), make: [{ op: 'create-linear', ...linearOver(legId, volume, under) }] };
}

/** Empty, if the device is as long as the LV, or not there. */
export const lengthened = (fast: FastState, legId: string, volume: LogicalVolume, under: string): Operation[] =>
  (legDevice(fast, legId)?.sizeBytes ?? volume.sizeBytes) < volume.sizeBytes
    ? [{ op: 'resize-linear', ...linearOver(legId, volume, under) }]
    : [];

/** Empty, if there is none. The kernel refuses while somebody has it open. */
export function dropDevice(fast: FastState, legId: string): Operation[] {
  const device = legDevice(fast, legId);
  return device ? [{ op: 'remove-mapping', name: device.name }] : [];
}

function linearOver(legId: string, { sizeBytes }: LogicalVolume, device: string) {
  const name = legDeviceName(legId);
  return { name, uuid: dmUuid(name), segments: [{ startBytes: 0, lengthBytes: sizeBytes, device, offsetBytes: 0 }], readOnly: false };
}
