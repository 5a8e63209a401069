import { dmUuid } from '@weft/shared/identity';
import { type FastState, HostError, type LogicalVolume } from './host.js';
import type { DeviceIdentity, DriveIdentity, IdentifiedOperation, Operation } from './operations.js';

/*
 * The kernel reuses device names as soon as they are free, and a plan may wait for minutes before its steps run. So each device of a step carries the
 * identity that the plan saw under its name, and a host compares at the moment of acting (docs/decisions/identity-at-the-moment-of-acting.md).
 */

/** Devices on which a plan is based. */
export interface SeenDevices {
  fast: Pick<FastState, 'heads' | 'arrays'>;
  logicalVolumes: readonly LogicalVolume[];
  drives: readonly DriveIdentity[];
}

/** For operations without devices; an operation with devices is refused. */
export const NOTHING_SEEN: SeenDevices = { fast: { heads: [], arrays: [] }, logicalVolumes: [], drives: [] };

/** Devices that the operation opens, writes, exports or assembles, by the path it names. */
export function devicesOf(operation: Operation): string[] {
  switch (operation.op) {
    case 'create-volume-group':
    case 'remove-volume-group':
    case 'wipe-drive':
    case 'sanitize-drive':
    case 'check-sanitized':
    case 'create-integrity':
    case 'zero-superblock':
    case 'resync-recent-writes':
    case 'flush-member':
    case 're-add-member':
    case 'add-member':
    case 'replace-member':
      return [operation.device];
    case 'create-namespace':
    case 'enable-namespace':
      return [operation.devicePath];
    case 'create-array':
    case 'assemble-array':
    case 'rename-array':
    case 'create-striped':
    case 'resize-striped':
      return operation.devices;
    case 'create-cache':
    case 'change-cache':
    case 'clean-cache':
      return [operation.origin, operation.data, operation.metadata];
    case 'move-leg-device':
      return [operation.to.device];
    case 'create-pool':
    case 'resize-pool':
      return [operation.data, operation.metadata];
    case 'create-thin-device':
    case 'resize-thin-device':
      return [`/dev/mapper/${operation.pool}`];
    case 'hold-io':
      return operation.mappings.map((name) => `/dev/mapper/${name}`);
    case 'create-linear':
    case 'resize-linear':
    case 'create-crypt':
    case 'resize-crypt':
      return [...new Set(operation.segments.map(({ device }) => device))];
    case 'set-io-limits':
      return [`/dev/mapper/${operation.name}`];
    default:
      return [];
  }
}

/** Adds the identity of each device. A device that was not seen gets no identity, and a host refuses it. */
export function identified(operation: Operation, seen: SeenDevices): IdentifiedOperation {
  const devices = devicesOf(operation);
  if (devices.length === 0) return operation as IdentifiedOperation;
  return { ...operation, expected: devices.flatMap((device) => identityOf(device, seen) ?? []) } as IdentifiedOperation;
}

function identityOf(device: string, { fast, logicalVolumes, drives }: SeenDevices): DeviceIdentity | undefined {
  const head = fast.heads.find((candidate) => device === `/dev/${candidate.device}`);
  if (head) return { kind: 'namespace', ...head, device };
  const array = fast.arrays.find((candidate) => device === `/dev/${candidate.device}`);
  if (array) return { kind: 'array', device, uuid: array.uuid };
  const volume = logicalVolumes.find((candidate) => device === candidate.devicePath);
  if (volume) return { kind: 'mapping', device, uuid: volume.dmUuid };
  // Stripes under a top device, which the same plan creates earlier: their name contains an id, and the dm UUID follows from the name.
  const [, name] = /^\/dev\/mapper\/(.+)$/.exec(device) ?? [];
  if (name !== undefined) return { kind: 'mapping', device, uuid: dmUuid(name) };
  return drives.find((drive) => drive.device === device);
}

/** @throws HostError for a device without an identity. */
export function expectedDevices(operation: IdentifiedOperation): DeviceIdentity[] {
  const expected = 'expected' in operation ? operation.expected : [];
  return devicesOf(operation).map((device) => {
    const identity = expected.find((candidate) => candidate.device === device);
    if (identity) return identity;
    throw changed(operation, `${device} is not a block device here that the plan was made on; nothing was done`);
  });
}

/** @param found of the same kind as `expected`; undefined: no device has this name. */
export function mustBeSame(operation: Operation, expected: DeviceIdentity, found: DeviceIdentity | undefined): void {
  const { device } = expected;
  if (!found)
    throw changed(operation, `${device} is not a block device here, and was ${named(expected)} when this was planned; nothing was done`);
  if (named(found) !== named(expected))
    throw changed(
      operation,
      `${device} is not the device that was planned on: it is ${named(found)} now, and was ${named(expected)}; nothing was done`,
    );
}

const changed = ({ op }: Operation, message: string): HostError => new HostError(message, [op], null, '', { code: 'identity-changed' });

/** All compared properties, as text. */
function named(identity: DeviceIdentity): string {
  switch (identity.kind) {
    case 'namespace':
      return `namespace ${identity.nsid} of ${identity.subsystemNqn} (${identity.uuid}, ${identity.sizeBytes} bytes)`;
    case 'drive':
      return `namespace ${identity.nsid} of the drive with serial "${identity.serial}" (${identity.wwid ?? 'no wwid'}, ${identity.sizeBytes} bytes)`;
    case 'array':
      return `array ${identity.uuid}`;
    case 'mapping':
      return `dm device ${identity.uuid}`;
  }
}
