import { attachmentIdOfNqn, dmName, dmStripeName, dmUuid, driveIdOfVg, isWeftNqn, legIdOfLv } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Orphan } from '@weft/shared/messages/report';
import type { FastState, SlowState } from '../../host/host.js';

/** Weft's objects on this host that no assignment lists. Reported, never touched (S9): an orphan may hold the only copy of its data. */
export function findOrphans(
  content: Pick<AssignmentContent, 'drives' | 'legs' | 'exports' | 'attachments'>,
  fast: FastState,
  slow: SlowState,
): Orphan[] {
  const drives = new Set(content.drives.map((drive) => drive.driveId));
  const legs = new Set(content.legs.map((leg) => leg.legId));
  const subsystems = new Set(content.exports.map((exported) => exported.subsystemNqn));
  const attachments = new Set(content.attachments.map((attachment) => attachment.attachmentId));
  const arrays = new Set(content.attachments.flatMap((attachment) => attachment.array?.uuid ?? []));
  const mappings = new Set(content.attachments.flatMap((attachment) => [dmName(attachment.volumeId), dmStripeName(attachment.volumeId)]));
  const ours = new Set(fast.heads.filter((head) => isWeftNqn(head.subsystemNqn)).map((head) => head.device));

  const orphans: Orphan[] = [];
  for (const { vg, pvDevice } of slow.volumeGroups) {
    const driveId = driveIdOfVg(vg);
    if (driveId && !drives.has(driveId)) orphans.push({ kind: 'volume-group', name: vg, detail: `on ${pvDevice ?? 'a missing drive'}` });
  }
  for (const { vg, lv, sizeBytes, open } of slow.logicalVolumes) {
    const legId = legIdOfLv(lv.replace(/^grow-/, 'leg-'));
    if (driveIdOfVg(vg) && legId && !legs.has(legId))
      orphans.push({ kind: 'logical-volume', name: `${vg}/${lv}`, detail: `${sizeBytes} bytes${open ? ', open' : ''}` });
  }
  for (const { nqn, allowedHosts } of fast.subsystems) {
    if (isWeftNqn(nqn) && !subsystems.has(nqn))
      orphans.push({ kind: 'subsystem', name: nqn, detail: `allowed hosts: ${allowedHosts.join(', ') || 'none'}` });
  }
  for (const { name, subsystemNqn, state, address } of fast.controllers) {
    const attachment = attachmentIdOfNqn(subsystemNqn);
    if (attachment && !attachments.has(attachment))
      orphans.push({ kind: 'controller', name, detail: `${subsystemNqn} at ${address}, ${state}` });
  }
  for (const { device, uuid, state, members } of fast.arrays) {
    if (members.some((member) => ours.has(member.device)) && !arrays.has(uuid))
      orphans.push({ kind: 'array', name: device, detail: `${uuid}, ${state}` });
  }
  for (const { name, uuid, sizeBytes } of fast.mappings) {
    if (uuid === dmUuid(name) && !mappings.has(name)) orphans.push({ kind: 'mapping', name, detail: `${sizeBytes} bytes` });
  }
  return orphans;
}
