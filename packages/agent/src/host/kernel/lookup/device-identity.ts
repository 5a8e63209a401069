import { expectedDevices, mustBeSame } from '../../identity.js';
import type { DeviceIdentity, DriveIdentity, IdentifiedOperation } from '../../operations.js';
import { observeArrays } from '../md/observe-md.js';
import type { Held } from '../run/hold.js';
import type { Tree } from '../run/host-fs.js';
import type { HostContext } from './host-context.js';

const SECTOR = 512;

/**
 * Runs `act` while the operation's devices are the expected ones: opens each, compares it, and keeps it open until `act` has ended. Until then the
 * kernel gives neither its name nor its number to another device, so the name means the same device for every command.
 */
export async function whileSame(operation: IdentifiedOperation, context: HostContext, act: () => Promise<void>): Promise<void> {
  const held: Held[] = [];
  try {
    for (const expected of expectedDevices(operation)) {
      if (!(await context.tree.exists(expected.device))) mustBeSame(operation, expected, undefined);
      const device = await context.hold(expected.device);
      held.push(device);
      mustBeSame(operation, expected, device.name === undefined ? undefined : await readIdentity(expected, device.name, context));
    }
    await act();
  } finally {
    for (const each of held) await each.release();
  }
}

/** Identity of the block device `name` as the kernel shows it, limited to the kind of the expected one. */
async function readIdentity(
  { kind, device }: DeviceIdentity,
  name: string,
  { tree, uuidOf }: HostContext,
): Promise<DeviceIdentity | undefined> {
  const path = `/sys/block/${name}`;
  switch (kind) {
    case 'drive':
      return readDrive(tree, name, device);
    case 'array': {
      const [array] = await observeArrays(tree, uuidOf, [name]);
      return array && { kind, device, uuid: array.uuid };
    }
    case 'mapping': {
      const uuid = await tree.optional(`${path}/dm/uuid`);
      return uuid === undefined ? undefined : { kind, device, uuid };
    }
    case 'namespace': {
      // `device` of a head is its subsystem.
      const subsystemNqn = await tree.optional(`${path}/device/subsysnqn`);
      const uuid = await tree.optional(`${path}/uuid`);
      const [nsid, sectors] = [await tree.number(`${path}/nsid`), await tree.number(`${path}/size`)];
      if (subsystemNqn === undefined || uuid === undefined || nsid === undefined || sectors === undefined) return undefined;
      return { kind, device, subsystemNqn, uuid: uuid.toLowerCase(), nsid, sizeBytes: sectors * SECTOR };
    }
  }
}

export async function readDrive(tree: Tree, name: string, device = `/dev/${name}`): Promise<DriveIdentity | undefined> {
  const path = `/sys/block/${name}`;
  const [serial, wwid] = [await tree.optional(`${path}/device/serial`), await tree.optional(`${path}/wwid`)];
  const [nsid, sectors] = [await tree.number(`${path}/nsid`), await tree.number(`${path}/size`)];
  if (serial === undefined || nsid === undefined || sectors === undefined) return undefined;
  return { kind: 'drive', device, serial, nsid, wwid: wwid || null, sizeBytes: sectors * SECTOR };
}
