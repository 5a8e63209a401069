import type { NvmetNamespace, NvmetPort, NvmetSubsystem } from '../../host.js';
import type { Tree } from '../run/host-fs.js';
import { NVMET } from '../run/paths.js';

/** Value of `addr_tsas` (drivers/nvme/target/configfs.c). */
export const TLS = 'tls1.3';

/**
 * Attributes that the kernel refuses to change while in use (drivers/nvme/target/configfs.c: EBUSY, EACCES, EPERM), so that a look need not read them
 * again: the identity of an enabled namespace and of its subsystem, the address of a linked port. By path. A look that finds an object unused or gone
 * removes it from memory. A change is seen late, by the age of the memory, only if somebody disables, changes and enables the object between two looks.
 */
export interface Memory {
  before: ReadonlyMap<string, unknown>;
  after: Map<string, unknown>;
}
/** For a look that reads everything. */
export const noMemory = (): Memory => ({ before: new Map(), after: new Map() });

async function readUnlessKnown<T>({ before, after }: Memory, path: string, inUse: boolean, read: () => Promise<T>): Promise<T> {
  const known = inUse ? before.get(path) : undefined;
  const found = known === undefined ? await read() : (known as T);
  if (inUse && found !== undefined) after.set(path, found);
  return found;
}

export async function observeSubsystems(tree: Tree, memory = noMemory()): Promise<NvmetSubsystem[]> {
  const names = await tree.list(`${NVMET}/subsystems`);
  return Promise.all(names.filter((nqn) => !nqn.endsWith('.discovery')).map((nqn) => readSubsystem(tree, nqn, memory)));
}

async function readSubsystem(tree: Tree, nqn: string, memory: Memory): Promise<NvmetSubsystem> {
  const path = `${NVMET}/subsystems/${nqn}`;
  const [anyHost, allowedHosts, found] = await Promise.all([
    tree.text(`${path}/attr_allow_any_host`),
    tree.list(`${path}/allowed_hosts`),
    tree.list(`${path}/namespaces`).then((ids) => Promise.all(ids.map((id) => readNamespace(tree, path, id, memory)))),
  ]);
  const namespaces = found.filter((each) => each !== undefined);
  const inUse = namespaces.some(({ enabled }) => enabled);
  const names = await readUnlessKnown(memory, path, inUse, async () => {
    const [serial, model] = await Promise.all([tree.text(`${path}/attr_serial`), tree.text(`${path}/attr_model`)]);
    return { serial: serial ?? '', model: model ?? '' };
  });
  return { nqn, ...names, allowAnyHost: anyHost === '1', allowedHosts, namespaces };
}

/** @returns undefined: the namespace was removed during the read. */
async function readNamespace(tree: Tree, subsystem: string, id: string, memory: Memory): Promise<NvmetNamespace | undefined> {
  const path = `${subsystem}/namespaces/${id}`;
  const enabled = (await tree.text(`${path}/enable`)) === '1';
  const identity = await readUnlessKnown(memory, path, enabled, async () => {
    const [devicePath, uuid, nguid] = await Promise.all(
      ['device_path', 'device_uuid', 'device_nguid'].map((attribute) => tree.text(`${path}/${attribute}`)),
    );
    if (uuid === undefined) return undefined;
    return {
      // The kernel prints "(null)" for a path that was never set.
      devicePath: devicePath === undefined || devicePath === '(null)' ? '' : devicePath,
      uuid: uuid.toLowerCase(),
      nguid: (nguid ?? '').replaceAll('-', '').toLowerCase(),
    };
  });
  return identity && { nsid: Number(id), ...identity, enabled };
}

export async function observePorts(tree: Tree, memory = noMemory()): Promise<NvmetPort[]> {
  const ids = await tree.list(`${NVMET}/ports`);
  return Promise.all(ids.map((id) => readPort(tree, id, memory)));
}

/** TLS and required: a port that only offers it takes plain connections too. Linux before 6.7 has no `addr_tsas`. */
async function requiresTls(tree: Tree, path: string): Promise<boolean> {
  const [secured, required] = await Promise.all([tree.text(`${path}/addr_tsas`), tree.text(`${path}/addr_treq`)]);
  return secured === TLS && required === 'required';
}

async function readPort(tree: Tree, id: string, memory: Memory): Promise<NvmetPort> {
  const path = `${NVMET}/ports/${id}`;
  const subsystemNqns = await tree.list(`${path}/subsystems`);
  const where = await readUnlessKnown(memory, path, subsystemNqns.length > 0, async () => {
    const [transport, address, serviceId] = await Promise.all(
      ['addr_trtype', 'addr_traddr', 'addr_trsvcid'].map((attribute) => tree.text(`${path}/${attribute}`)),
    );
    const tls = transport === 'tcp' && (await requiresTls(tree, path));
    return { transport: transport ?? '', address: address ?? '', serviceId: Number(serviceId ?? 0), ...(tls && { tls }) };
  });
  return { portId: Number(id), ...where, subsystemNqns };
}
