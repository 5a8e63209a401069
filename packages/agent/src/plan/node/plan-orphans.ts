import { attachmentIdOfNqn, dmName, dmStripeName, dmUuid, driveIdOfVg, isWeftNqn, legIdOfLv } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Orphan } from '@weft/shared/messages/report';
import type { FastState, SlowState } from '../../host/host.js';

type Listed = Pick<AssignmentContent, 'drives' | 'legs' | 'exports' | 'attachments'>;

/** Weft's objects on this host that no assignment lists. Reported, never touched (S9): an orphan may hold the only copy of its data. */
export const findOrphans = (content: Listed, fast: FastState, slow: SlowState): Orphan[] => [
  ...orphanGroups(content, slow),
  ...orphanVolumes(content, slow),
  ...orphanSubsystems(content, fast),
  ...orphanControllers(content, fast),
  ...orphanArrays(content, fast),
  ...orphanMappings(content, fast),
];

function orphanGroups({ drives }: Listed, { volumeGroups }: SlowState): Orphan[] {
  const listed = new Set(drives.map(({ driveId }) => driveId));
  return volumeGroups
    .filter(({ vg }) => isUnlisted(driveIdOfVg(vg), listed))
    .map(({ vg, pvDevice }) => ({ kind: 'volume-group', name: vg, detail: `on ${pvDevice ?? 'a missing drive'}` }));
}

function orphanVolumes({ legs }: Listed, { logicalVolumes }: SlowState): Orphan[] {
  const listed = new Set(legs.map(({ legId }) => legId));
  return logicalVolumes
    .filter(({ vg, lv }) => driveIdOfVg(vg) !== undefined && isUnlisted(legIdOfLv(lv.replace(/^grow-/, 'leg-')), listed))
    .map(({ vg, lv, sizeBytes, open }) => ({
      kind: 'logical-volume',
      name: `${vg}/${lv}`,
      detail: `${sizeBytes} bytes${open ? ', open' : ''}`,
    }));
}

function orphanSubsystems({ exports }: Listed, { subsystems }: FastState): Orphan[] {
  const listed = new Set(exports.map(({ subsystemNqn }) => subsystemNqn));
  return subsystems
    .filter(({ nqn }) => isWeftNqn(nqn) && !listed.has(nqn))
    .map(({ nqn, allowedHosts }) => ({ kind: 'subsystem', name: nqn, detail: `allowed hosts: ${allowedHosts.join(', ') || 'none'}` }));
}

function orphanControllers({ attachments }: Listed, { controllers }: FastState): Orphan[] {
  const listed = new Set(attachments.map(({ attachmentId }) => attachmentId));
  return controllers
    .filter(({ subsystemNqn }) => isUnlisted(attachmentIdOfNqn(subsystemNqn), listed))
    .map(({ name, subsystemNqn, state, address }) => ({ kind: 'controller', name, detail: `${subsystemNqn} at ${address}, ${state}` }));
}

function orphanArrays({ attachments }: Listed, { arrays, heads }: FastState): Orphan[] {
  const listed = new Set(attachments.flatMap(({ array }) => array?.uuid ?? []));
  const ours = new Set(heads.filter(({ subsystemNqn }) => isWeftNqn(subsystemNqn)).map(({ device }) => device));
  return arrays
    .filter(({ uuid, members }) => members.some(({ device }) => ours.has(device)) && !listed.has(uuid))
    .map(({ device, uuid, state }) => ({ kind: 'array', name: device, detail: `${uuid}, ${state}` }));
}

function orphanMappings({ attachments }: Listed, { mappings }: FastState): Orphan[] {
  const listed = new Set(attachments.flatMap(({ volumeId }) => [dmName(volumeId), dmStripeName(volumeId)]));
  return mappings
    .filter(({ name, uuid }) => uuid === dmUuid(name) && !listed.has(name))
    .map(({ name, sizeBytes }) => ({ kind: 'mapping', name, detail: `${sizeBytes} bytes` }));
}

/** `id` is undefined for an object that is not Weft's. */
const isUnlisted = (id: string | undefined, listed: ReadonlySet<string>): boolean => id !== undefined && !listed.has(id);
