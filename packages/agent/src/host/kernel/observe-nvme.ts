import type { NvmeController, NvmeHead, NvmeSubsystem } from '../host.js';
import type { Tree } from './tree.js';

const SECTOR = 512;

/** `traddr=10.0.0.1,trsvcid=4420,host_traddr=10.0.0.2,src_addr=10.0.0.2`, as /sys/class/nvme/nvmeN/address prints it. */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [key, ...value] = part.trim().split('=');
      return key && value.length > 0 ? [[key, value.join('=')]] : [];
    }),
  );
}

/** Controllers over a fabric. Local PCIe drives and loop devices are not paths. */
export async function observeControllers(tree: Tree): Promise<NvmeController[]> {
  const names = await tree.list('/sys/class/nvme');
  const controllers = await Promise.all(names.map((name) => readController(tree, name)));
  return controllers.filter((controller) => controller !== undefined);
}

async function readController(tree: Tree, name: string): Promise<NvmeController | undefined> {
  const path = `/sys/class/nvme/${name}`;
  const transport = await tree.optional(`${path}/transport`);
  if (transport === undefined || transport === 'pcie') return undefined;
  const [subsystemNqn, address, hostNqn, state, fastIoFail] = await Promise.all(
    ['subsysnqn', 'address', 'hostnqn', 'state', 'fast_io_fail_tmo'].map((attribute) => tree.optional(`${path}/${attribute}`)),
  );
  if (state === undefined) return undefined;
  const parts = parseAddress(address ?? '');
  return {
    name,
    subsystemNqn: subsystemNqn ?? '',
    transport,
    address: parts['traddr'] ?? '',
    serviceId: Number(parts['trsvcid'] ?? 0),
    hostAddress: parts['host_traddr'] ?? null,
    hostNqn: hostNqn ?? '',
    state,
    fastIoFailSeconds: fastIoFail === undefined ? null : fastIoFail === 'off' ? -1 : Number(fastIoFail),
  };
}

/** Subsystems reached over a fabric, and the multipath heads in them. A head outlives its last controller while md or dm holds it. */
export async function observeInitiator(tree: Tree): Promise<{ subsystems: NvmeSubsystem[]; heads: NvmeHead[] }> {
  const root = '/sys/class/nvme-subsystem';
  const subsystems: NvmeSubsystem[] = [];
  const heads: NvmeHead[] = [];
  for (const name of await tree.list(root)) {
    const path = `${root}/${name}`;
    const entries = await tree.list(path);
    const controllers = entries.filter((entry) => /^nvme\d+$/.test(entry));
    const transports = await Promise.all(controllers.map((entry) => tree.optional(`/sys/class/nvme/${entry}/transport`)));
    if (transports.includes('pcie')) continue;
    const nqn = await tree.optional(`${path}/subsysnqn`);
    if (nqn === undefined) continue;
    subsystems.push({ name, nqn, ioPolicy: (await tree.optional(`${path}/iopolicy`)) ?? null });
    // nvme3c1n1 is one path of a namespace; nvme3n1 is the head that md and dm use.
    const found = entries.filter((entry) => /^nvme\d+n\d+$/.test(entry)).map((entry) => readHead(tree, nqn, entry));
    heads.push(...(await Promise.all(found)).filter((head) => head !== undefined));
  }
  return { subsystems, heads };
}

async function readHead(tree: Tree, subsystemNqn: string, device: string): Promise<NvmeHead | undefined> {
  const [uuid, nsid, size] = await Promise.all([
    tree.optional(`/sys/block/${device}/uuid`),
    tree.number(`/sys/block/${device}/nsid`),
    tree.number(`/sys/block/${device}/size`),
  ]);
  if (uuid === undefined || nsid === undefined) return undefined;
  return { subsystemNqn, nsid, uuid: uuid.toLowerCase(), device, sizeBytes: (size ?? 0) * SECTOR };
}
