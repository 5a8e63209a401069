import { isDeepStrictEqual } from 'node:util';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { isUnread, type Report } from '@weft/shared/messages/report';
import type { Message } from '@weft/shared/text/message';
import { nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { isAbsent } from '../documents/agent.documents.js';
import type { DoubtDifferences, HistoryDoubtDocument } from '../documents/node.document.js';

/*
 * Differences between the database and a node in doubt. The node still follows its own assignment, so its objects that this database does not list are
 * no orphans to it: only its reports name them. Scenarios:
 *  - the node reports an object that this database does not list (made since the backup): on the node only.
 *  - this database lists an object that a full report does not name, or reports absent (removed since the backup): in the database only.
 *  - a volume that moved since the backup: both, on different nodes.
 *  - the node could not read an object: unknown, no difference.
 *  - a report of changes: names only the changed objects, so the differences of the last full report stay.
 */

/** Objects stored of each side: they are part of the node's document. */
export const MOST_LISTED = 500;

/** The doubt with the differences that a report shows: the same object if they did not change. Pure. */
export function withDifferences(
  doubt: HistoryDoubtDocument | null,
  { full, objects }: Pick<Report, 'full' | 'objects'>,
  content: AssignmentContent | undefined,
): HistoryDoubtDocument | null {
  if (!doubt) return null;
  if (!full) return doubt;
  const differences = differencesOf(objects, content);
  return isDeepStrictEqual(differences, doubt.differences) ? doubt : { ...doubt, differences };
}

function differencesOf(objects: Report['objects'], content: AssignmentContent | undefined): DoubtDifferences {
  const listed = new Set(content ? idsOf(content) : []);
  const there = objects.filter((status) => isUnread(status) || !isAbsent(status)).map(({ kind, id }) => key(kind, id));
  const onNode = new Set(there);
  const nodeOnly = objects
    .filter((status) => !listed.has(key(status.kind, status.id)) && !isUnread(status) && !isAbsent(status))
    .map(({ kind, id }) => ({ kind, id }));
  const databaseOnly = [...listed].filter((each) => !onNode.has(each));
  return {
    nodeOnly: nodeOnly.slice(0, MOST_LISTED),
    databaseOnly: databaseOnly.slice(0, MOST_LISTED),
    notListed: { nodeOnly: beyond(nodeOnly), databaseOnly: beyond(databaseOnly) },
  };
}

const beyond = ({ length }: readonly unknown[]): number => Math.max(0, length - MOST_LISTED);

const key = (kind: string, id: string): string => `${kind}/${id}`;

/** Objects that the node is to have. */
const idsOf = ({ drives, legs, exports, attachments }: AssignmentContent): string[] => [
  ...drives.filter(({ desired }) => desired === 'in-service').map(({ driveId }) => key('drive', driveId)),
  ...legs.filter(({ desired }) => desired === 'present').map(({ legId }) => key('leg', legId)),
  ...exports.filter(({ desired }) => desired === 'exported').map(({ attachmentId }) => key('export', attachmentId)),
  ...attachments.filter(({ desired }) => desired === 'attached').map(({ attachmentId }) => key('attachment', attachmentId)),
];

/** The differences as effects of an acceptance. Before the first full report they are unknown, and said to be. */
export function differenceEffects(
  node: { id: string; name: string },
  differences: DoubtDifferences | undefined,
  content: AssignmentContent | undefined,
): Message[] {
  const itself = nodeRef(node.id, node.name);
  if (!differences) return [messageOf('differences-unknown', { node: itself })];
  const { nodeOnly, databaseOnly } = differences.notListed;
  const missing = new Set(differences.databaseOnly);
  const lacks = (kind: string, id: string): boolean => missing.has(key(kind, id));
  const legs = (content?.legs ?? []).filter(({ legId }) => lacks('leg', legId));
  const ofVolume = (each: { volumeId: string; volumeName: string }) => ({ volume: volumeRef(each.volumeId, each.volumeName) });
  const exported = (content?.exports ?? []).filter(({ attachmentId }) => lacks('export', attachmentId));
  const attached = (content?.attachments ?? []).filter(({ attachmentId }) => lacks('attachment', attachmentId));
  const absent = [
    ...exported.map((each) => messageOf('export-of-volume', ofVolume(each))),
    ...attached.map((each) => messageOf('attachment-of-volume', ofVolume(each))),
  ];
  const lost = legs.filter(({ readyBytes }) => readyBytes !== 0);
  const unmade = legs.filter(({ readyBytes }) => readyBytes === 0);
  const kept = differences.nodeOnly.map(({ kind, id }) => messageOf('object-of-node', { objectKind: kind, objectId: id }));
  const legOf = ({ legId }: { legId: string }) => messageOf('object-of-node', { objectKind: 'leg', objectId: legId });
  return [
    ...(kept.length > 0 ? [messageOf('node-only-objects', { node: itself, objects: kept })] : []),
    ...(lost.length > 0 ? [messageOf('database-only-legs', { node: itself, objects: lost.map(legOf) })] : []),
    ...(unmade.length > 0 ? [messageOf('database-only-new-legs', { node: itself, objects: unmade.map(legOf) })] : []),
    ...(absent.length > 0 ? [messageOf('database-only-objects', { node: itself, objects: absent })] : []),
    ...(nodeOnly + databaseOnly > 0 ? [messageOf('differences-not-listed', { node: itself, nodeOnly, databaseOnly })] : []),
  ];
}
