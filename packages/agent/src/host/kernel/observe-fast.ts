import type { FastState, NicCarrier, Secrets } from '../host.js';
import { observeLinks, observeMappings } from './dm/observe-dm.js';
import { observeControllers, observeInitiator, observeTransports } from './fabrics/observe-nvme.js';
import { type ArrayUuids, observeArrays } from './md/observe-md.js';
import { observeHosts, withKeys } from './nvmet/observe-keys.js';
import { noMemory, observePorts, observeSubsystems } from './nvmet/observe-nvmet.js';
import { observeTls } from './nvmet/observe-tls.js';
import type { Tree } from './run/host-fs.js';

/** `carrier` cannot be read (EINVAL) while the interface is down. */
export async function observeNics(tree: Tree, names: string[]): Promise<NicCarrier[]> {
  return Promise.all(names.map(async (name) => ({ name, carrier: (await tree.optional(`/sys/class/net/${name}/carrier`)) === '1' })));
}

/** sysfs, configfs and proc only; no command, except for the UUID of an array that the kernel does not show (once per array). */
export async function observeFast(tree: Tree, uuidOf: ArrayUuids, memory = noMemory(), secrets: Secrets = new Map()): Promise<FastState> {
  const transports = observeTransports(tree);
  const initiator = observeInitiator(tree, transports);
  const blocks = tree.listNow('/sys/block');
  const mappings = observeMappings(tree, blocks);
  const remote = new Set(initiator.heads.map((head) => head.device));
  const knows = secrets.size > 0;
  const [bootId, subsystems, hosts, tls, ports, controllers, arrays, links, nics] = await Promise.all([
    tree.text('/proc/sys/kernel/random/boot_id'),
    observeSubsystems(tree, memory),
    knows ? observeHosts(tree, secrets) : undefined,
    observeTls(tree, secrets),
    observePorts(tree, memory),
    observeControllers(tree, transports),
    observeArrays(tree, uuidOf, blocks),
    observeLinks(tree, mappings),
    observeNics(tree, tree.listNow('/sys/class/net')),
  ]);
  if (!bootId) throw new Error('/proc/sys/kernel/random/boot_id cannot be read: mount /proc');
  return {
    bootId,
    subsystems,
    ...(hosts && { hosts }),
    ...(tls && { tls }),
    ports,
    controllers: knows ? controllers.map((controller) => withKeys(tree, controller, secrets)) : controllers,
    initiatorSubsystems: initiator.subsystems,
    heads: initiator.heads,
    arrays,
    mappings,
    links,
    nics,
    // nvme0n1, without the heads of fabrics.
    localNamespaces: blocks.filter((name) => /^nvme\d+n\d+$/.test(name) && !remote.has(name)),
  };
}
