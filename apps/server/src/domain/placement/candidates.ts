import type { FailureDomain } from '@weft/shared/kinds/volume';
import type { ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { DriveDocument } from '../documents/drive.document.js';
import { isInForce, shown } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { driveOf, nodeOf } from '../documents/references.js';

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
  /** Drives of the class that do not count, and why. */
  leftOut: Message[];
}

type Member = DriveDocument & { freeBytes: number };
type MemberNode = Part<NodeDocument, 'name' | 'spec.labels' | 'status.connection' | 'spec.scheduling' | 'spec.maintenance'>;

/** Drives of a class that can take new legs: in service, present, not cordoned, and on a node that is online and not in maintenance. Pure. */
export function candidates(
  className: string,
  members: readonly Member[],
  nodes: ReadonlyMap<string, MemberNode>,
  failureDomain: FailureDomain,
  now: Date,
): Candidates {
  const drives: CandidateDrive[] = [];
  const groups = new Map<string, Group>();
  for (const member of members) {
    const node = nodes.get(member.nodeId);
    const why = whyNot(member, node, now);
    if (why) groups.set(why.key, { ...why, members: [...(groups.get(why.key)?.members ?? []), member] });
    else if (node) drives.push(candidate(member, node, failureDomain));
  }
  return { className, drives, leftOut: [...groups.values()].map(({ message, members: all }) => message(named(all))) };
}

/** Removes drives of targets that fence their exports to the volume's client because of a foreign host: a leg there never joins. */
export function withoutFenced(candidates: Candidates, fencedTargets: ReadonlySet<string>): Candidates {
  const fenced = candidates.drives.filter(({ nodeId }) => fencedTargets.has(nodeId));
  const targets = new Map(fenced.map((drive) => [drive.nodeId, nodeOf(drive)]));
  const ofTarget = (id: string) => fenced.filter(({ nodeId }) => nodeId === id).length;
  return {
    ...candidates,
    drives: candidates.drives.filter(({ nodeId }) => !fencedTargets.has(nodeId)),
    leftOut: [...candidates.leftOut, ...[...targets].map(([id, node]) => messageOf('drives-fenced', { count: ofTarget(id), node }))],
  };
}

type Named = ParamsOf<'drives-cordoned'>;
type Unavailable = 'drives-not-in-service' | 'drives-missing' | 'drives-of-offline-nodes' | 'drives-cordoned';

/** Why drives do not count: one message for all drives with the same key. */
interface Why {
  key: string;
  message: (drives: Named) => Message;
}
type Group = Why & { members: Member[] };

const because = (code: Unavailable): Why => ({ key: code, message: (drives) => messageOf(code, drives) });

function whyNot(drive: Member, node: MemberNode | undefined, now: Date): Why | null {
  if (!drive.status.inService || drive.spec.desired !== 'in-service' || drive.spec.wipe) return because('drives-not-in-service');
  if (!drive.status.present) return because('drives-missing');
  if (node?.status.connection.state !== 'online') return because('drives-of-offline-nodes');
  const {
    spec: { maintenance },
  } = node;
  if (maintenance && isInForce(maintenance, now)) {
    const of = { node: nodeRef(drive.nodeId, node.name), ...shown(maintenance) };
    return { key: drive.nodeId, message: (drives) => messageOf('drives-in-maintenance', { ...drives, ...of }) };
  }
  if ((drive.spec.scheduling ?? 'open') !== 'open' || (node.spec.scheduling ?? 'open') !== 'open') return because('drives-cordoned');
  return null;
}

function candidate(drive: Member, node: MemberNode, failureDomain: FailureDomain): CandidateDrive {
  return {
    driveId: drive._id,
    serial: drive.serial,
    nodeId: drive.nodeId,
    nodeName: node.name,
    failureDomain: failureDomain === 'node' ? node.name : (node.spec.labels[failureDomain] ?? null),
    numaNode: drive.status.inventory.numaNode,
    freeBytes: drive.freeBytes,
    capacityBytes: drive.status.capacityBytes,
  };
}

const MOST_NAMED = 6;
const named = (members: readonly Member[]): Named => ({
  count: members.length,
  drives: members.slice(0, MOST_NAMED).map((each) => messageOf('drive-of-node', { drive: driveOf(each), node: nodeOf(each) })),
});
