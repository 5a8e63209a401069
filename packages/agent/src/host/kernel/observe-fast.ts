import type { FastState, NicCarrier, NvmeHead } from '../host.js';
import { observeLinks, observeMappings } from './observe-dm.js';
import { type ArrayUuids, observeArrays } from './observe-md.js';
import { observeControllers, observeInitiator } from './observe-nvme.js';
import { observePorts, observeSubsystems } from './observe-nvmet.js';
import type { Tree } from './tree.js';

/** `carrier` cannot be read (EINVAL) while the interface is down. */
export async function observeNics(tree: Tree, names: string[]): Promise<NicCarrier[]> {
  return Promise.all(names.map(async (name) => ({ name, carrier: (await tree.optional(`/sys/class/net/${name}/carrier`)) === '1' })));
}

/** nvme0n1, without the heads of fabrics. */
async function localNames(tree: Tree, heads: readonly NvmeHead[]): Promise<string[]> {
  const remote = new Set(heads.map((head) => head.device));
  return (await tree.list('/sys/block')).filter((name) => /^nvme\d+n\d+$/.test(name) && !remote.has(name));
}

/** sysfs, configfs and proc alone; no command, but for the UUID of an array that the kernel does not show (once per array). */
export async function observeFast(tree: Tree, uuidOf: ArrayUuids): Promise<FastState> {
  const [bootId, subsystems, ports, controllers, initiator, arrays, mappings, nics] = await Promise.all([
    tree.text('/proc/sys/kernel/random/boot_id'),
    observeSubsystems(tree),
    observePorts(tree),
    observeControllers(tree),
    observeInitiator(tree),
    observeArrays(tree, uuidOf),
    observeMappings(tree),
    tree.list('/sys/class/net').then((names) => observeNics(tree, names)),
  ]);
  if (!bootId) throw new Error('/proc/sys/kernel/random/boot_id cannot be read: mount /proc');
  const links = await observeLinks(tree, mappings);
  return {
    bootId,
    subsystems,
    ports,
    controllers,
    initiatorSubsystems: initiator.subsystems,
    heads: initiator.heads,
    arrays,
    mappings,
    links,
    nics,
    localNamespaces: await localNames(tree, initiator.heads),
  };
}
