import { legDeviceName, legIdOfLv } from '@weft/shared/identity';
import type { OrphanOrder } from '@weft/shared/messages/orphan-orders';
import type { Orphan } from '@weft/shared/messages/report';
import type { FastState, Host, NvmeController, SlowState } from '../host/host.js';
import type { SeenDevices } from '../host/identity.js';
import type { Operation } from '../host/operations.js';
import { findOrphans, type Listed, NOTHING_ASSIGNED } from '../plan/node/plan-orphans.js';
import { dropDevice, pathsOf } from '../plan/target/device/leg-device.js';
import { linkedPorts, planUnexport } from '../plan/target/plan-unexport.js';
import { type AgentReason, reason } from '../reason/reason.js';

/*
 * Removing one orphan that a person named by its identity. Scenarios:
 *  - it is not there any more, or the node restarted and the kernel forgot it: done.
 *  - an assignment lists it by now: it is no orphan, nothing happens.
 *  - something uses it (a process, a mount, an array or dm device over it, a connected host): nothing happens, and the answer names the users.
 *  - else: the operations that remove an object of this kind for an assignment too, with their own checks.
 */

export interface OrphanWorld {
  content: Listed;
  fast: FastState;
  slow: SlowState;
}
/** Reads that `orphanRemoval` needs besides. */
export type OrphanHost = Pick<Host, 'holders' | 'connections' | 'localDrive'>;

export type OrphanRemoval =
  | { state: 'gone' }
  | { state: 'refused'; reason: AgentReason }
  | { state: 'found'; orphan: Orphan; operations: Operation[]; seen: SeenDevices };

/** Kinds that the kernel forgets at a restart. */
const KERNEL_KINDS: readonly Orphan['kind'][] = ['subsystem', 'port', 'controller', 'array', 'mapping'];

export const orphanOf = ({ kind, identity }: OrphanOrder, { content, fast, slow }: OrphanWorld): Orphan | undefined =>
  findOrphans(content, fast, slow).find((orphan) => orphan.kind === kind && orphan.identity === identity);

/** @throws HostError when the host cannot be read. */
export async function orphanRemoval(order: OrphanOrder, world: OrphanWorld, host: OrphanHost): Promise<OrphanRemoval> {
  const { fast, slow } = world;
  if (KERNEL_KINDS.includes(order.kind) && order.bootId !== fast.bootId) return { state: 'gone' };
  const orphan = orphanOf(order, world);
  if (!orphan) {
    const all = findOrphans(NOTHING_ASSIGNED, fast, slow);
    const listed = all.find(({ kind, identity }) => kind === order.kind && identity === order.identity);
    return listed ? { state: 'refused', reason: reason('orphan-listed', { object: listed.name }) } : { state: 'gone' };
  }
  const users = await usersOf(orphan, world, host);
  if (users.length > 0) return { state: 'refused', reason: reason('orphan-in-use', { object: orphan.name, users: users.slice(0, 5) }) };
  const seen: SeenDevices = { fast, logicalVolumes: slow.logicalVolumes, drives: [] };
  switch (orphan.kind) {
    case 'volume-group':
      return groupRemoval(orphan, world, host);
    case 'logical-volume': {
      const [vg = '', lv = ''] = orphan.name.split('/');
      const operations: Operation[] = [...dropDevice(fast, legIdOfLv(lv) ?? ''), { op: 'remove-logical-volume', vg, lv }];
      return { state: 'found', orphan, operations, seen };
    }
    case 'subsystem':
      return { state: 'found', orphan, operations: unexport(orphan.name, fast), seen };
    case 'controller': {
      const nqn = controllerOf(orphan, fast)?.subsystemNqn ?? '';
      return { state: 'found', orphan, operations: [{ op: 'disconnect', controller: orphan.name, nqn }], seen };
    }
    case 'array':
      return { state: 'found', orphan, operations: [{ op: 'stop-array', device: orphan.name, uuid: order.identity }], seen };
    case 'mapping': {
      const links = fast.links.filter(({ target }) => target.endsWith(`/${orphan.name}`));
      return {
        state: 'found',
        orphan,
        operations: [
          ...links.map(({ name }): Operation => ({ op: 'unpublish-device', link: name })),
          { op: 'remove-mapping', name: orphan.name },
        ],
        seen,
      };
    }
    case 'port':
      return { state: 'refused', reason: reason('orphan-kind-unknown', { kind: orphan.kind }) };
  }
}

const controllerOf = ({ name }: Orphan, { controllers }: FastState): NvmeController | undefined =>
  controllers.find((controller) => controller.name === name);

async function usersOf(orphan: Orphan, { fast, slow }: OrphanWorld, host: OrphanHost): Promise<string[]> {
  const { kind, name } = orphan;
  switch (kind) {
    case 'volume-group': {
      const volumes = slow.logicalVolumes.filter(({ vg }) => vg === name);
      return volumes.map(({ lv }) => `logical volume ${lv}`);
    }
    case 'logical-volume': {
      const volume = slow.logicalVolumes.find(({ vg, lv }) => `${vg}/${lv}` === name);
      const legId = legIdOfLv(volume?.lv ?? '') ?? '';
      const paths = volume ? pathsOf(legId, volume) : [];
      const exports = fast.subsystems.filter(({ namespaces }) => namespaces.some(({ devicePath }) => paths.includes(devicePath)));
      if (exports.length > 0) return exports.map(({ nqn }) => `subsystem ${nqn}`);
      if (!volume?.open) return [];
      const holders = (await Promise.all(paths.map((path) => holdersOf(path, host))))
        .flat()
        .filter((holder) => holder !== legDeviceName(legId));
      return holders.length > 0 ? holders : ['a process that is not known'];
    }
    case 'subsystem': {
      const points = linkedPorts(fast, name).map(({ transport, serviceId }) => ({
        nqn: name,
        transport: transport === 'tcp' ? ('tcp' as const) : ('rdma' as const),
        serviceId,
      }));
      return (await host.connections(points)).map(({ address }) => `the host at ${address}`);
    }
    case 'controller': {
      const controller = controllerOf(orphan, fast);
      const heads = fast.heads.filter(({ subsystemNqn }) => subsystemNqn === controller?.subsystemNqn);
      return (await Promise.all(heads.map(({ device }) => holdersOf(`/dev/${device}`, host)))).flat();
    }
    case 'array':
      return holdersOf(`/dev/${name}`, host);
    case 'mapping':
      return holdersOf(`/dev/mapper/${name}`, host);
    default:
      return [];
  }
}

const holdersOf = async (device: string, host: OrphanHost): Promise<string[]> =>
  (await host.holders(device)).map(({ command, pid, via }) => (via === 'holder' ? command : `${command} (pid ${pid})`));

/** Weft exports a subsystem with one transport and one service id. */
function unexport(nqn: string, fast: FastState): Operation[] {
  const [port] = linkedPorts(fast, nqn);
  const transport = port?.transport === 'tcp' ? 'tcp' : 'rdma';
  return planUnexport({ subsystemNqn: nqn, transport, serviceId: port?.serviceId ?? 0 }, fast).steps.map(({ operation }) => operation);
}

async function groupRemoval(orphan: Orphan, { fast, slow }: OrphanWorld, host: OrphanHost): Promise<OrphanRemoval> {
  const device = slow.volumeGroups.find(({ vg }) => vg === orphan.name)?.pvDevice ?? null;
  if (device === null) return { state: 'refused', reason: reason('orphan-drive-missing', { object: orphan.name }) };
  const drives = await Promise.all(slow.inventory.drives.map(({ serial, nsid }) => host.localDrive(serial, nsid)));
  const seen: SeenDevices = { fast, logicalVolumes: slow.logicalVolumes, drives: drives.filter((drive) => drive !== undefined) };
  return { state: 'found', orphan, operations: [{ op: 'remove-volume-group', vg: orphan.name, device }], seen };
}
