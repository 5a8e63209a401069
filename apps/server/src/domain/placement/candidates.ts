import { maintenanceWords } from '@weft/shared/kinds/maintenance';
import type { FailureDomain } from '@weft/shared/kinds/volume';
import type { DriveDocument } from '../documents/drive.document.js';
import { isInForce, shown } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';

/** A drive that can take new legs. */
export interface CandidateDrive {
  driveId: string;
  serial: string;
  nodeId: string;
  nodeName: string;
  /** The node's name, or its label for the volume's failure domain; null: no such label, so the drive cannot hold a mirror leg. */
  failureDomain: string | null;
  numaNode: number | null;
  freeBytes: number;
  capacityBytes: number;
}

export interface Candidates {
  className: string;
  drives: CandidateDrive[];
  /** Drives of the class that do not count, and why, as text. */
  leftOut: string[];
}

type Member = DriveDocument & { freeBytes: number };
type MemberNode = Pick<NodeDocument, 'name' | 'labels' | 'connection' | 'scheduling' | 'maintenance'>;

/** Drives of a class that can take new legs: in service, present, not cordoned, and on a node that is online and not in maintenance. Pure. */
export function candidates(
  className: string,
  members: readonly Member[],
  nodes: ReadonlyMap<string, MemberNode>,
  failureDomain: FailureDomain,
  now: Date,
): Candidates {
  const drives: CandidateDrive[] = [];
  const reasons = new Map<string, string[]>();
  for (const member of members) {
    const node = nodes.get(member.nodeId);
    const why = whyNot(member, node, now);
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), `${member.serial} of ${member.nodeName}`]);
    else if (node) drives.push(candidate(member, node, failureDomain));
  }
  return { className, drives, leftOut: [...reasons].map(([why, serials]) => `${serials.length} ${why} (${shortened(serials)})`) };
}

/** Removes drives of targets that fence their exports to the volume's client because of a foreign host: a leg there never joins. */
export function withoutFenced(candidates: Candidates, fencedTargets: ReadonlySet<string>): Candidates {
  const fenced = candidates.drives.filter(({ nodeId }) => fencedTargets.has(nodeId));
  const names = [...new Set(fenced.map(({ nodeName }) => nodeName))];
  const why = (name: string) =>
    `${fenced.filter(({ nodeName }) => nodeName === name).length} of ${name}, which fences its export to the client because of a foreign host: disconnect that host, then detach the volume and attach it again`;
  return {
    ...candidates,
    drives: candidates.drives.filter(({ nodeId }) => !fencedTargets.has(nodeId)),
    leftOut: [...candidates.leftOut, ...names.map(why)],
  };
}

function whyNot(drive: Member, node: MemberNode | undefined, now: Date): string | null {
  if (!drive.inService || drive.desired !== 'in-service' || drive.wipe) return 'not in service';
  if (!drive.present) return 'missing from their nodes';
  if (node?.connection.state !== 'online') return 'of nodes that are not online';
  if (node.maintenance && isInForce(node.maintenance, now)) return `of ${node.name}, ${maintenanceWords(shown(node.maintenance))}`;
  if ((drive.scheduling ?? 'open') !== 'open' || (node.scheduling ?? 'open') !== 'open') return 'cordoned';
  return null;
}

function candidate(drive: Member, node: MemberNode, failureDomain: FailureDomain): CandidateDrive {
  return {
    driveId: drive._id,
    serial: drive.serial,
    nodeId: drive.nodeId,
    nodeName: node.name,
    failureDomain: failureDomain === 'node' ? node.name : (node.labels[failureDomain] ?? null),
    numaNode: drive.inventory.numaNode,
    freeBytes: drive.freeBytes,
    capacityBytes: drive.capacityBytes,
  };
}

const MOST_NAMED = 6;
const shortened = (serials: string[]) =>
  serials.slice(0, MOST_NAMED).join(', ') + (serials.length > MOST_NAMED ? ` and ${serials.length - MOST_NAMED} more` : '');
