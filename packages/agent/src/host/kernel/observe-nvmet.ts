import type { NvmetNamespace, NvmetPort, NvmetSubsystem } from '../host.js';
import { NVMET } from './nvmet-actions.js';
import type { Tree } from './tree.js';

export async function observeSubsystems(tree: Tree): Promise<NvmetSubsystem[]> {
  const names = await tree.list(`${NVMET}/subsystems`);
  return Promise.all(names.filter((nqn) => !nqn.endsWith('.discovery')).map((nqn) => readSubsystem(tree, nqn)));
}

async function readSubsystem(tree: Tree, nqn: string): Promise<NvmetSubsystem> {
  const path = `${NVMET}/subsystems/${nqn}`;
  const [serial, model, anyHost, allowedHosts, ids] = await Promise.all([
    tree.text(`${path}/attr_serial`),
    tree.text(`${path}/attr_model`),
    tree.text(`${path}/attr_allow_any_host`),
    tree.list(`${path}/allowed_hosts`),
    tree.list(`${path}/namespaces`),
  ]);
  const namespaces = await Promise.all(ids.map((id) => readNamespace(tree, `${path}/namespaces/${id}`, Number(id))));
  return { nqn, serial: serial ?? '', model: model ?? '', allowAnyHost: anyHost === '1', allowedHosts, namespaces };
}

async function readNamespace(tree: Tree, path: string, nsid: number): Promise<NvmetNamespace> {
  const [devicePath, uuid, nguid, enabled] = await Promise.all(
    ['device_path', 'device_uuid', 'device_nguid', 'enable'].map((attribute) => tree.text(`${path}/${attribute}`)),
  );
  return {
    nsid,
    // The kernel prints "(null)" for a path that was never set.
    devicePath: devicePath === undefined || devicePath === '(null)' ? '' : devicePath,
    uuid: (uuid ?? '').toLowerCase(),
    nguid: (nguid ?? '').replaceAll('-', '').toLowerCase(),
    enabled: enabled === '1',
  };
}

export async function observePorts(tree: Tree): Promise<NvmetPort[]> {
  const ids = await tree.list(`${NVMET}/ports`);
  return Promise.all(
    ids.map(async (id) => {
      const path = `${NVMET}/ports/${id}`;
      const [transport, address, serviceId, subsystemNqns] = await Promise.all([
        tree.text(`${path}/addr_trtype`),
        tree.text(`${path}/addr_traddr`),
        tree.text(`${path}/addr_trsvcid`),
        tree.list(`${path}/subsystems`),
      ]);
      return { portId: Number(id), transport: transport ?? '', address: address ?? '', serviceId: Number(serviceId ?? 0), subsystemNqns };
    }),
  );
}
