import { isDeepStrictEqual } from 'node:util';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { isUnread, type ObjectStatus, type Report } from '@weft/shared/messages/report';
import { isAbsent, type ObjectStatusDocument, pathKey } from '../../domain/documents/agent.documents.js';
import type { StatusWrites } from '../../domain/store/reported-statuses.service.js';
import { bytesOf } from './stored-bytes.js';

export interface StatusChanges extends StatusWrites {
  /** Reported objects outside the node's assignment: an agent may not report them. */
  ignored: number;
}

export const statusId = (nodeId: string, kind: ObjectStatus['kind'], objectId: string): string => `${nodeId}/${kind}/${objectId}`;

/** Ids of the statuses of all objects in an assignment. */
export function assignedStatusIds(nodeId: string, content: AssignmentContent | undefined): Set<string> {
  if (!content) return new Set();
  return new Set([
    ...content.drives.map(({ driveId }) => statusId(nodeId, 'drive', driveId)),
    ...content.legs.map(({ legId }) => statusId(nodeId, 'leg', legId)),
    ...content.exports.map(({ attachmentId }) => statusId(nodeId, 'export', attachmentId)),
    ...content.attachments.map(({ attachmentId }) => statusId(nodeId, 'attachment', attachmentId)),
  ]);
}

/** Changes of a node's stored statuses by a report. Pure. */
export function statusChanges(
  nodeId: string,
  report: Report,
  assigned: ReadonlySet<string>,
  stored: ReadonlyMap<string, ObjectStatusDocument>,
  now: Date,
): StatusChanges {
  const said = new Map(report.objects.map((status) => [statusId(nodeId, status.kind, status.id), status]));
  const upsert = [...said]
    .filter(([id, status]) => assigned.has(id) && !isSame(stored.get(id), status, report.bootId))
    .map(([_id, status]) => ({
      ...{ _id, nodeId, kind: status.kind, objectId: status.id, bootId: report.bootId, status, receivedAt: now },
      size: { bytes: bytesOf(status), at: now },
      ...notLiveSince(stored.get(_id), status, now),
      absentSince: absentSince(stored.get(_id), status, now),
    }));
  return {
    upsert,
    removeIds: report.full ? [...stored.keys()].filter((id) => !said.has(id)) : [],
    ignored: [...said.keys()].filter((id) => !assigned.has(id)).length,
  };
}

/** A path that was not live before keeps its time. If an earlier server version stored no time for it, none is invented. */
function notLiveSince(
  stored: ObjectStatusDocument | undefined,
  status: ObjectStatus,
  now: Date,
): Pick<ObjectStatusDocument, 'notLiveSince'> {
  if (status.kind !== 'attachment') return {};
  const kept = new Map(stored?.notLiveSince?.map(({ path, since }) => [path, since]));
  const before = new Set(downPaths(stored?.status));
  return {
    notLiveSince: downPaths(status).flatMap((path) => {
      const since = before.has(path) ? kept.get(path) : now;
      return since ? [{ path, since }] : [];
    }),
  };
}

/** A report that could not read the object neither begins nor ends its absence. If an earlier server version stored no time, none is invented. */
function absentSince(stored: ObjectStatusDocument | undefined, status: ObjectStatus, now: Date): Date | null {
  const kept = stored?.absentSince ?? null;
  if (isUnread(status)) return kept;
  if (!isAbsent(status)) return null;
  if (!stored) return now;
  return isUnread(stored.status) ? (kept ?? now) : isAbsent(stored.status) ? kept : now;
}

const downPaths = (status: ObjectStatus | undefined): string[] =>
  status?.kind === 'attachment' ? status.observed.paths.filter(({ controllerState }) => controllerState !== 'live').map(pathKey) : [];

const isSame = (stored: ObjectStatusDocument | undefined, status: ObjectStatus, bootId: string): boolean =>
  stored?.bootId === bootId && isDeepStrictEqual(stored.status, status);
