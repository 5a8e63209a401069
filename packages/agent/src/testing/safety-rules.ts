import { WIPED_TAG } from '@weft/shared/identity';
import type { MdSuperblock } from '../host/host.js';
import type { Operation } from '../host/operations.js';
import type { SimulatedHost } from '../host/simulated/simulated-host.js';

/** True if every array over heads of this subsystem works without them. */
function spare({ initiator, arrays, mappings }: SimulatedHost, nqn: string): boolean {
  const heads = new Set(initiator.heads.filter((head) => head.subsystemNqn === nqn).map((head) => head.device));
  const bare = mappings.list.some((mapping) => mapping.under.some((device) => heads.has(device)));
  const answers = (device: string) => !heads.has(device) && initiator.access(device).state === 'ok';
  const affected = arrays.list.filter((array) => array.members.some((member) => heads.has(member.device)));
  return !bare && affected.every((array) => arrays.worksOn(array, answers));
}

const unless = (holds: boolean, rule: string): string[] => (holds ? [] : [rule]);

/**
 * Safety rules that an operation would break if it ran now, as sentences. The simulated host refuses some of these operations as a kernel would;
 * a planner must not even request them.
 */
export function breaches(operation: Operation, host: SimulatedHost, { revoked = false, runAllowed = false } = {}): string[] {
  const broken = [
    ...storageBreaches(operation, host),
    ...exportBreaches(operation, host),
    ...pathBreaches(operation, host, revoked),
    ...arrayBreaches(operation, host, runAllowed),
  ];
  return broken.map((rule) => `${host.name}: ${rule}`);
}

function storageBreaches(operation: Operation, { storage }: SimulatedHost): string[] {
  switch (operation.op) {
    case 'create-volume-group': {
      const drive = storage.driveAt(operation.device);
      const blank = drive.contents.length === 0 && (drive.group === null || drive.group.vg === operation.vg);
      return unless(blank, 'S1: a drive with something on it was taken');
    }
    case 'remove-volume-group':
      return unless(!storage.volumes().some(({ group }) => group.vg === operation.vg), 'S5: a group with LVs was removed');
    case 'wipe-drive': {
      const drive = storage.driveAt(operation.device);
      return [
        ...unless(drive.spec.serial === operation.serial, 'S1: another drive than the ordered one was wiped'),
        ...unless(drive.group === null, 'S1: a drive in service was wiped'),
      ];
    }
    case 'wipe-logical-volume':
      return unless(storage.openCount(`/dev/${operation.vg}/${operation.lv}`) === 0, 'S2: an open leg was wiped');
    case 'merge-logical-volume': {
      const end = storage.volumeAt(`/dev/${operation.vg}/${operation.growth}`)?.volume;
      return unless(end === undefined || end.tags.includes(WIPED_TAG), 'S2: a leg grew by bytes that were not zeroed');
    }
    case 'remove-logical-volume':
      return unless(storage.openCount(`/dev/${operation.vg}/${operation.lv}`) === 0, 'S5: an open or exported LV was removed');
    default:
      return [];
  }
}

function exportBreaches(operation: Operation, { storage, target }: SimulatedHost): string[] {
  switch (operation.op) {
    case 'enable-namespace': {
      const space = target.find(operation.nqn)?.namespaces.find(({ nsid }) => nsid === operation.nsid);
      const tags = storage.volumeAt(space?.devicePath ?? '')?.volume.tags ?? [];
      return unless(tags.includes(WIPED_TAG), 'S2: a leg that is not wiped was exported');
    }
    case 'link-port': {
      const subsystem = target.find(operation.nqn);
      return [
        ...unless(
          subsystem?.allowedHosts.length === 1 && !subsystem.allowAnyHost,
          'S3: a subsystem listens without exactly one allowed host',
        ),
        ...unless(subsystem?.namespaces.some((space) => space.enabled) === true, 'a subsystem listens without a namespace'),
      ];
    }
    case 'disable-namespace': {
      const spaces = target.find(operation.nqn)?.namespaces ?? [];
      const others = spaces.some(({ nsid, enabled }) => nsid !== operation.nsid && enabled);
      return unless(
        // Removing one leg does not affect the other legs of its target.
        others ||
          !target.ports.some((port) => port.subsystemNqns.includes(operation.nqn)) ||
          !storage.answers(spaces.find(({ nsid }) => nsid === operation.nsid)?.devicePath ?? ''),
        'fence: the last namespace was disabled while a port was linked',
      );
    }
    default:
      return [];
  }
}

function pathBreaches(operation: Operation, host: SimulatedHost, revoked: boolean): string[] {
  const { initiator } = host;
  switch (operation.op) {
    case 'connect':
      return unless(!initiator.controllers.some((controller) => controller.isPath(operation)), 'a path was connected twice');
    case 'disconnect': {
      const others = initiator.controllers.filter(
        ({ name, subsystemNqn }) => subsystemNqn === operation.nqn && name !== operation.controller,
      );
      const held = host.heldDevices();
      const inUse = initiator.heads.some((head) => head.subsystemNqn === operation.nqn && held.has(head.device));
      const live = others.some((controller) => controller.carries);
      const carries = initiator.controllers.some(({ name, carries }) => name === operation.controller && carries);
      // While writes continue, the leg that goes last would have writes that no other leg has.
      return unless(
        (revoked && !carries) || live || !inUse || spare(host, operation.nqn),
        'the last path was taken from a device that is needed',
      );
    }
    default:
      return [];
  }
}

/** Each is active in the newest of them. */
function areListed(superblocks: (MdSuperblock | null)[]): boolean {
  const newest = superblocks.reduce((one, other) => ((other?.events ?? -1) > (one?.events ?? -1) ? other : one), null);
  return superblocks.every((each) => newest?.arrayState?.[Number(/^Active device (\d+)$/.exec(each?.deviceRole ?? '')?.[1])] === 'A');
}

function arrayBreaches(operation: Operation, { arrays }: SimulatedHost, runAllowed: boolean): string[] {
  switch (operation.op) {
    case 'create-array':
      return unless(
        [...arrays.readAll(operation.devices).values()].every((superblock) => superblock === null),
        'an array was created over a superblock',
      );
    case 'assemble-array':
      return operation.force
        ? unless(
            areListed([...arrays.readAll(operation.devices).values()]),
            'S4: --force took a leg that the newest superblock does not list',
          )
        : unless(!operation.run || runAllowed, 'S4: an array was assembled with --run');
    default:
      return [];
  }
}
