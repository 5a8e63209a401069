import {
  attachmentIdOfNqn,
  dmName,
  dmStripeName,
  dmUuid,
  driveIdOfVg,
  isDmCryptName,
  isWeftNqn,
  legIdOfCacheLv,
  legIdOfDevice,
  legIdOfLv,
  legIdOfThin,
  poolName,
} from '@weft/shared/identity';
import { isId } from '@weft/shared/is-id';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Orphan } from '@weft/shared/messages/report';
import { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { FastState, LogicalVolume, SlowState, VolumeGroup } from '../../host/host.js';
import { volumeIdOfTags } from '../target/leg-tags.js';
import { recordedLegs } from '../target/thin/pool-records.js';

export type Listed = Pick<AssignmentContent, 'drives' | 'legs' | 'exports' | 'attachments'>;
/** Of a node that never had an assignment. */
export const NOTHING_ASSIGNED: Listed = { drives: [], legs: [], exports: [], attachments: [] };

/*
 * Identities, so that a later object of the same name is another one. LVM and md give their objects UUIDs. Objects of nvmet and of the initiator have
 * none: their NQN and addresses identify them until the node restarts.
 */

/** Weft's objects on this host that no assignment lists. Reported, never touched (S9): an orphan may hold the only copy of its data. */
export const findOrphans = (content: Listed, fast: FastState, slow: SlowState): Orphan[] => [
  ...orphanGroups(content, slow),
  ...orphanVolumes(content, slow),
  ...orphanSubsystems(content, fast),
  ...orphanPorts(content, fast),
  ...orphanControllers(content, fast),
  ...orphanArrays(content, fast),
  ...orphanMappings(content, fast, slow),
];

function orphanGroups({ drives }: Listed, { volumeGroups, logicalVolumes }: SlowState): Orphan[] {
  const listed = new Set(drives.map(({ driveId }) => driveId));
  return volumeGroups
    .filter(({ vg }) => isUnlisted(driveIdOfVg(vg), listed))
    .map((group) => {
      const volumes = logicalVolumes.filter(({ vg }) => vg === group.vg);
      return {
        kind: 'volume-group',
        ...{ name: group.vg, detail: `on ${group.pvDevice ?? 'a missing drive'}` },
        ...{ identity: groupIdentity(group, volumes), sizeBytes: group.sizeBytes },
        inUse: volumes.some(({ open }) => open),
        mayHoldData: volumes.length > 0 || group.freeBytes < group.sizeBytes || group.pvDevice === null,
      };
    });
}

/** Length of the group's UUID in the dm UUID of a volume, after `LVM-` (build_dm_uuid in lib/misc/lvm-string.c of LVM2). */
const GROUP_UUID = 32;
/** A group with volumes by its UUID, which the volumes' dm UUIDs begin with. An empty group holds nothing, and its name contains a random id. */
const groupIdentity = ({ vg }: VolumeGroup, [first]: readonly LogicalVolume[]): string =>
  first ? `${vg} ${first.dmUuid.slice(0, 'LVM-'.length + GROUP_UUID)}` : vg;

function orphanVolumes({ legs }: Listed, { logicalVolumes }: SlowState): Orphan[] {
  const listed = new Set(legs.map(({ legId }) => legId));
  return logicalVolumes
    .filter(
      ({ vg, lv }) => driveIdOfVg(vg) !== undefined && isUnlisted(legIdOfLv(lv.replace(GROWTH, 'leg-')) ?? legIdOfCacheLv(lv), listed),
    )
    .map(({ vg, lv, sizeBytes, open, dmUuid: identity, tags }) => ({
      kind: 'logical-volume',
      ...{ name: `${vg}/${lv}`, detail: `${sizeBytes} bytes${open ? ', open' : ''}` },
      ...{ identity, sizeBytes, inUse: open },
      // No growth volume is ever exported: its extents become part of a leg only without it.
      mayHoldData: !GROWTH.test(lv),
      ...given('volumeId', volumeIdOfTags(tags)),
    }));
}
const GROWTH = /^grow-/;

function orphanSubsystems({ exports }: Listed, { subsystems }: FastState): Orphan[] {
  const listed = new Set(exports.map(({ subsystemNqn }) => subsystemNqn));
  return subsystems
    .filter(({ nqn }) => isWeftNqn(nqn) && !listed.has(nqn))
    .map(({ nqn, serial, allowedHosts, allowAnyHost, namespaces }) => ({
      kind: 'subsystem',
      ...{ name: nqn, detail: `allowed hosts: ${allowedHosts.join(', ') || 'none'}` },
      identity: `${nqn} ${serial}`,
      inUse: (allowAnyHost || allowedHosts.length > 0) && namespaces.some(({ enabled }) => enabled),
      ...given('attachmentId', idOfNqn(nqn)),
    }));
}

/** Ports that export only unlisted subsystems of Weft. A port without a subsystem may be anybody's. */
function orphanPorts({ exports }: Listed, { ports }: FastState): Orphan[] {
  const listed = new Set(exports.map(({ subsystemNqn }) => subsystemNqn));
  return ports
    .filter(({ subsystemNqns: nqns }) => nqns.length > 0 && nqns.every((nqn) => isWeftNqn(nqn) && !listed.has(nqn)))
    .map(({ portId, transport, address, serviceId, subsystemNqns }) => ({
      kind: 'port',
      ...{ name: String(portId), detail: `${transport} ${address}:${serviceId}, exports ${subsystemNqns.join(', ')}` },
      ...{ identity: `${transport} ${address} ${serviceId} ${subsystemNqns[0]}`, inUse: true },
      ...given('attachmentId', idOfNqn(subsystemNqns[0] ?? '')),
    }));
}

function orphanControllers({ attachments }: Listed, { controllers }: FastState): Orphan[] {
  const listed = new Set(attachments.map(({ attachmentId }) => attachmentId));
  return controllers
    .filter(({ subsystemNqn }) => isUnlisted(attachmentIdOfNqn(subsystemNqn), listed))
    .map(({ name, subsystemNqn, transport, state, address, serviceId, hostAddress }) => ({
      kind: 'controller',
      ...{ name, detail: `${subsystemNqn} at ${address}, ${state}` },
      ...{ identity: `${subsystemNqn} ${transport} ${address} ${serviceId} ${hostAddress ?? ''}`, inUse: state === 'live' },
      ...given('attachmentId', idOfNqn(subsystemNqn)),
    }));
}

function orphanArrays({ attachments }: Listed, { arrays, heads }: FastState): Orphan[] {
  const listed = new Set(attachments.flatMap((attachment) => arraysOf(attachment).map(({ array }) => array.uuid)));
  const ours = new Map(heads.flatMap(({ device, subsystemNqn }) => (isWeftNqn(subsystemNqn) ? [[device, subsystemNqn] as const] : [])));
  return arrays
    .filter(({ uuid, members }) => members.some(({ device }) => ours.has(device)) && !listed.has(uuid))
    .map(({ device, uuid, state, sizeBytes, members }) => ({
      kind: 'array',
      ...{ name: device, detail: `${uuid}, ${state}`, identity: uuid, sizeBytes },
      ...given(
        'attachmentId',
        members.map((member) => idOfNqn(ours.get(member.device) ?? '')).find((id) => id !== undefined),
      ),
    }));
}

/** A leg's device goes with its LV: it is an orphan only while LVM does not list that. */
function orphanMappings(
  { attachments, legs, drives }: Listed,
  { mappings }: FastState,
  { logicalVolumes, volumeGroups }: SlowState,
): Orphan[] {
  const listed = new Set(attachments.flatMap(({ volumeId }) => [dmName(volumeId), dmStripeName(volumeId)]));
  const legIds = new Set([...legs.map(({ legId }) => legId), ...logicalVolumes.map(({ lv }) => legIdOfLv(lv))]);
  const thin = new Set([...legIds, ...recordedLegs({ logicalVolumes })]);
  const groups = new Set([
    ...drives.map(({ driveId }) => poolName(driveId)),
    ...volumeGroups.map(({ vg }) => poolName(driveIdOfVg(vg) ?? '')),
  ]);
  const isListed = (name: string) =>
    listed.has(name) ||
    groups.has(name) ||
    thin.has(legIdOfThin(name)) ||
    thin.has(legIdOfDevice(name)) ||
    legIds.has(legIdOfDevice(name.replace(/-cache$/, '')) ?? '') ||
    attachments.some(({ volumeId }) => isDmCryptName(name, volumeId));
  return mappings
    .filter(({ name, uuid }) => uuid === dmUuid(name) && !isListed(name))
    .map(({ name, uuid, sizeBytes }) => ({
      kind: 'mapping',
      ...{ name, detail: `${sizeBytes} bytes`, identity: uuid, sizeBytes },
      ...given('volumeId', validId(name.slice(MAPPING_PREFIX, MAPPING_PREFIX + UUID_CHARACTERS))),
    }));
}
const MAPPING_PREFIX = dmName('').length;
const UUID_CHARACTERS = 36;

/** `id` is undefined for an object that is not Weft's. */
const isUnlisted = (id: string | undefined, listed: ReadonlySet<string>): boolean => id !== undefined && !listed.has(id);

const validId = (text: string | undefined): string | undefined => (text !== undefined && isId(text) ? text : undefined);
const idOfNqn = (nqn: string): string | undefined => validId(attachmentIdOfNqn(nqn));

/** The field, if its value is known. */
const given = <K extends string>(name: K, value: string | undefined): { [Name in K]?: string } =>
  value === undefined ? {} : ({ [name]: value } as { [Name in K]?: string });
