import type { NvmeController, NvmeHead, NvmeSubsystem } from '../../host.js';
import type { Tree } from '../run/host-fs.js';

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

const transportOf = (tree: Tree, controller: string): string | undefined => tree.attributeNow(`/sys/class/nvme/${controller}/transport`);

/** Transport of each controller by name: `pcie` is a drive of this machine. */
export const observeTransports = (tree: Tree): Map<string, string> =>
  new Map(
    tree.listNow('/sys/class/nvme').flatMap((name) => {
      const transport = transportOf(tree, name);
      return transport === undefined ? [] : [[name, transport]];
    }),
  );

/** Controllers over a fabric. Local PCIe drives are not paths. */
export async function observeControllers(tree: Tree, transports = observeTransports(tree)): Promise<NvmeController[]> {
  const remote = [...transports].filter(([, transport]) => transport !== 'pcie');
  const controllers = await Promise.all(remote.map(([name, transport]) => readController(tree, name, transport)));
  return controllers.filter((controller) => controller !== undefined);
}

async function readController(tree: Tree, name: string, transport: string): Promise<NvmeController | undefined> {
  const path = `/sys/class/nvme/${name}`;
  const parts = parseAddress((await tree.optional(`${path}/address`)) ?? '');
  const state = tree.attributeNow(`${path}/state`);
  if (state === undefined) return undefined;
  // Only a controller that connects with TLS has the attribute: the serial of its key, empty or 0 before a handshake (drivers/nvme/host/sysfs.c).
  const tlsKey = transport === 'tcp' ? tree.attributeNow(`${path}/tls_key`) : undefined;
  const fastIoFail = tree.attributeNow(`${path}/fast_io_fail_tmo`);
  return {
    name,
    subsystemNqn: tree.attributeNow(`${path}/subsysnqn`) ?? '',
    transport,
    address: parts['traddr'] ?? '',
    serviceId: Number(parts['trsvcid'] ?? 0),
    hostAddress: parts['host_traddr'] ?? null,
    hostNqn: tree.attributeNow(`${path}/hostnqn`) ?? '',
    state,
    fastIoFailSeconds: fastIoFail === undefined ? null : fastIoFail === 'off' ? -1 : Number(fastIoFail),
    ...(tlsKey !== undefined && { encrypted: /[1-9a-f]/.test(tlsKey) }),
  };
}

/** Subsystems reached over a fabric, and the multipath heads in them. A head outlives its last controller while md or dm holds it. */
export function observeInitiator(tree: Tree, transports: ReadonlyMap<string, string>): { subsystems: NvmeSubsystem[]; heads: NvmeHead[] } {
  const root = '/sys/class/nvme-subsystem';
  const subsystems: NvmeSubsystem[] = [];
  const heads: NvmeHead[] = [];
  for (const name of tree.listNow(root)) {
    const path = `${root}/${name}`;
    const entries = tree.listNow(path);
    // A drive that appeared after the controllers were listed is no leg of another node either.
    const controllers = entries.filter((entry) => /^nvme\d+$/.test(entry));
    if (controllers.some((entry) => (transports.get(entry) ?? transportOf(tree, entry)) === 'pcie')) continue;
    const nqn = tree.attributeNow(`${path}/subsysnqn`);
    if (nqn === undefined) continue;
    subsystems.push({ name, nqn, ioPolicy: tree.attributeNow(`${path}/iopolicy`) ?? null });
    // nvme3c1n1 is one path of a namespace; nvme3n1 is the head that md and dm use.
    heads.push(...entries.filter((entry) => /^nvme\d+n\d+$/.test(entry)).flatMap((entry) => readHead(tree, nqn, entry) ?? []));
  }
  return { subsystems, heads };
}

function readHead(tree: Tree, subsystemNqn: string, device: string): NvmeHead | undefined {
  const uuid = tree.attributeNow(`/sys/block/${device}/uuid`);
  const nsid = tree.numberNow(`/sys/block/${device}/nsid`);
  if (uuid === undefined || nsid === undefined) return undefined;
  const sizeBytes = (tree.numberNow(`/sys/block/${device}/size`) ?? 0) * SECTOR;
  const nguid = (tree.attributeNow(`/sys/block/${device}/nguid`) ?? '').replaceAll('-', '').toLowerCase();
  return { subsystemNqn, nsid, uuid: uuid.toLowerCase(), nguid, device, sizeBytes };
}
