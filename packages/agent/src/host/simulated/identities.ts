import type { DeviceIdentity, DriveIdentity } from '../operations.js';
import type { SimulatedDrive } from './drive/drive.js';
import type { SimulatedHost } from './simulated-host.js';
import { dmUuidOf } from './storage.js';

/** Identity that the kernel reports for the device of this name now. */
export function identityNow(host: SimulatedHost, { kind, device }: DeviceIdentity): DeviceIdentity | undefined {
  const name = device.replace('/dev/', '');
  switch (kind) {
    case 'namespace': {
      const head = host.initiator.heads.find((candidate) => candidate.device === name);
      return head && { kind, ...head, device };
    }
    case 'drive': {
      const drive = host.storage.drives.find((candidate) => candidate.present && candidate.device === name);
      return drive && identityOfDrive(drive);
    }
    case 'array': {
      const array = host.arrays.list.find((candidate) => candidate.device === name);
      return array && { kind, device, uuid: array.uuid };
    }
    case 'mapping': {
      const mapping = host.mappings.at(device);
      const volume = host.storage.active.has(device) ? host.storage.volumeAt(device) : undefined;
      const uuid = mapping?.uuid ?? (volume && dmUuidOf(volume.group, volume.volume));
      return uuid === undefined ? undefined : { kind, device, uuid };
    }
  }
}

export const identityOfDrive = ({ device, spec }: SimulatedDrive): DriveIdentity => ({
  kind: 'drive',
  device: `/dev/${device}`,
  serial: spec.serial,
  nsid: spec.nsid ?? 1,
  wwid: `nvme.${spec.serial}-${spec.nsid ?? 1}`,
  sizeBytes: spec.sizeBytes,
});
