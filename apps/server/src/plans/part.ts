import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Message } from '@weft/shared/text/message';
import { assignmentContent } from '../domain/assignment/assignment-content.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { AuthenticationPairDocument } from '../domain/documents/authentication-pair.document.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { allLegs, type VolumeDocument } from '../domain/documents/volume.document.js';
import type { SettingsDocument } from '../settings/settings.service.js';

/** The part of the stored world that a change affects: one drive, or one volume with its drives and all its attachments. */
export interface Part {
  drives: readonly DriveDocument[];
  volume: VolumeDocument | null;
  attachments: readonly AttachmentDocument[];
}

/** Nodes and drives that are absent while the change runs. */
export interface Lost {
  nodeIds: ReadonlySet<string>;
  driveIds: ReadonlySet<string>;
}
export const NOTHING_LOST: Lost = { nodeIds: new Set(), driveIds: new Set() };

/** One change of a part, as a rehearsal runs it. */
export interface Decided {
  before: Part;
  after: Part;
  lost?: Lost;
  /** The stages of the change, each applied after the earlier ones are done. Absent: one change from `before` to `after`. */
  stages?: readonly Stage[];
  /** Its client cannot start the volume now: a rehearsal in which it can does not match. */
  isStuck?: boolean;
}

interface Stage {
  purpose: Message;
  begin: (part: Part) => Part;
}

/** The result of planning a change. */
export interface Decision {
  rehearsed: readonly Decided[];
  notes: readonly Message[];
}

/** The surroundings of a part. */
export interface Around {
  nodes: ReadonlyMap<string, NodeDocument>;
  settings: SettingsDocument['spec'];
  /** Pairs of these nodes that authenticate each other, or will from their next attachment on. Absent: none. */
  pairs?: ReadonlyMap<string, Pick<AuthenticationPairDocument, 'target' | 'client'>>;
}

export const nodeIdsOf = ({ drives, volume, attachments }: Part): string[] => [
  ...new Set([
    ...drives.map(({ nodeId }) => nodeId),
    ...(volume ? allLegs(volume).map(({ nodeId }) => nodeId) : []),
    ...attachments.flatMap(({ nodeId, exports }) => [nodeId, ...exports.map((exported) => exported.nodeId)]),
  ]),
];

/** The assignment content of each node for this part, by node id. */
export function contentsOf(part: Part, { nodes, settings, pairs }: Around): Map<string, AssignmentContent> {
  const hostIds = new Map([...nodes].map(([id, { hostId }]) => [id, hostId]));
  return new Map(
    [...nodes].map(([id, node]) => {
      const attachments = part.attachments.filter(({ nodeId, exports }) => nodeId === id || exports.some((each) => each.nodeId === id));
      const volumes = part.volume ? [part.volume] : [];
      return [id, assignmentContent({ node, settings, drives: part.drives, volumes, attachments, hostIds, ...(pairs && { pairs }) })];
    }),
  );
}
