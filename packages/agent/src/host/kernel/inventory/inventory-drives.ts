import { driveIdOfVg } from '@weft/shared/identity';
import type { DriveInventory } from '@weft/shared/messages/inventory';
import { HostError, type VolumeGroup } from '../../host.js';
import type { DriveIdentity } from '../../operations.js';
import { unreadBySanitize } from '../../sanitize-contents.js';
import { readDrive as identityOfDrive } from '../lookup/device-identity.js';
import { driveContents } from '../lookup/drive-contents.js';
import { holders } from '../lookup/holders.js';
import type { HostContext } from '../lookup/host-context.js';
import type { Tree } from '../run/host-fs.js';
import { pciAddressOf } from './pci-address.js';
import { readPciLink } from './pci-link.js';
import { lookAtSanitize } from './sanitize.js';
import { parseSmart } from './smart.js';

const SECTOR = 512;

/** One local NVMe namespace: its controller and the block device to use. */
export interface LocalNamespace {
  controller: string;
  name: string;
  serial: string;
  nsid: number;
}

/** Namespaces of PCIe controllers only: a leg of another node is never taken for a drive. */
export async function localNamespaces(tree: Tree): Promise<LocalNamespace[]> {
  const found = new Map<string, LocalNamespace>();
  for (const controller of await tree.list('/sys/class/nvme')) {
    const path = `/sys/class/nvme/${controller}`;
    if ((await tree.optional(`${path}/transport`)) !== 'pcie') continue;
    const serial = (await tree.optional(`${path}/serial`)) ?? '';
    for (const entry of await tree.list(path)) {
      // nvme0c0n1 is the path of a dual-ported drive's namespace; its head is nvme0n1.
      const name = /^nvme\d+(c\d+)?n\d+$/.test(entry) ? entry.replace(/c\d+/, '') : undefined;
      const nsid = name === undefined ? undefined : await tree.number(`/sys/block/${name}/nsid`);
      if (name !== undefined && nsid !== undefined && !found.has(name)) found.set(name, { controller, name, serial, nsid });
    }
  }
  return [...found.values()];
}

export async function localDrive(tree: Tree, serial: string, nsid: number): Promise<DriveIdentity | undefined> {
  const found = (await localNamespaces(tree)).find((namespace) => namespace.serial === serial && namespace.nsid === nsid);
  const identity = found && (await identityOfDrive(tree, found.name));
  return identity?.serial === serial && identity.nsid === nsid ? identity : undefined;
}

export async function readDrives(context: HostContext, groups: readonly VolumeGroup[]): Promise<DriveInventory[]> {
  const drives = await Promise.all((await localNamespaces(context.tree)).map((namespace) => readDrive(context, namespace, groups)));
  return drives.filter((drive) => drive !== undefined);
}

async function readDrive(
  context: HostContext,
  { controller, name, serial, nsid }: LocalNamespace,
  groups: readonly VolumeGroup[],
): Promise<DriveInventory | undefined> {
  const { tree } = context;
  const device = `/dev/${name}`;
  const path = `/sys/class/nvme/${controller}`;
  const sectors = await tree.number(`/sys/block/${name}/size`);
  if (sectors === undefined || sectors === 0) return undefined;
  const firmware = (await tree.optional(`${path}/firmware_rev`)) ?? '';
  const sanitize = await lookAtSanitize(context.run, `/dev/${controller}`, { nsid, of: `${serial} ${nsid} ${firmware}` });
  const unread = unreadBySanitize(sanitize);
  const vg = groups.find((group) => group.pvDevice === device)?.vg ?? (unread ? undefined : await context.lvm.groupOn(device));
  const driveId = vg === undefined ? undefined : driveIdOfVg(vg);
  const ours = driveId !== undefined;
  const [model, wwid, address, block, numa, contents, used, smart] = await Promise.all([
    tree.optional(`${path}/model`),
    tree.optional(`/sys/block/${name}/wwid`),
    tree.optional(`${path}/address`),
    tree.number(`/sys/block/${name}/queue/logical_block_size`),
    tree.number(`${path}/device/numa_node`),
    unread ? [unread] : ours ? [] : readContents(context, device),
    ours ? false : inUse(tree, name),
    readSmart(context, controller),
  ]);
  const pciAddress = pciAddressOf(address ?? '');
  const pciLink = await readPciLink(tree, pciAddress);
  return {
    serial,
    nsid,
    model: model ?? '',
    firmware,
    wwid: wwid || null,
    sizeBytes: sectors * SECTOR,
    logicalBlockBytes: block ?? SECTOR,
    pciAddress,
    ...(pciLink ? { pciLink } : {}),
    numaNode: numa !== undefined && numa >= 0 ? numa : null,
    contents,
    weftDriveId: driveId ?? null,
    inUse: used,
    smart,
    ...(sanitize ? { sanitize } : {}),
  };
}

/** A drive that cannot be read must not look blank, nor hide the others. */
async function readContents({ tree, run }: HostContext, device: string): Promise<string[]> {
  try {
    return await driveContents(tree, run, device);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [`unknown: ${error.message}`];
  }
}

/** Mounted, swap, or held by dm or md, as a whole or by a partition. An open file alone does not count: monitoring tools open every drive. */
async function inUse(tree: Tree, name: string): Promise<boolean> {
  const partitions = (await tree.list(`/sys/block/${name}`)).filter((entry) => entry.startsWith(`${name}p`));
  const found = await Promise.all([name, ...partitions].map((entry) => holders(tree, `/dev/${entry}`)));
  return found.flat().some((holder) => holder.via !== 'open-file');
}

async function readSmart({ run }: HostContext, controller: string): Promise<DriveInventory['smart']> {
  try {
    return parseSmart((await run(['nvme', 'smart-log', `/dev/${controller}`, '--output-format=json'], { seconds: 30 })).stdout);
  } catch (error) {
    // No log page, or a drive that does not answer: its values are unknown, reported as null.
    if (error instanceof HostError) return null;
    throw error;
  }
}
