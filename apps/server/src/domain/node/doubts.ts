import type { HistoryDoubt } from '@weft/shared/kinds/history';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { driveRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageIn, messageOf, type Said, withText } from '@weft/shared/text/rendering/render';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import { differenceEffects } from './doubt-differences.js';
import { historyCondition, ledgerCondition } from './history-doubt.js';

/** Whether an administrator must accept something before the node follows this database. */
export const isInDoubt = ({
  status: { historyDoubt, ledgerLoss },
}: Part<NodeDocument, 'status.historyDoubt' | 'status.ledgerLoss'>): boolean => Boolean(historyDoubt) || ledgerLoss?.acceptedBy === null;

type Doubted = Part<NodeDocument, '_id' | 'name' | 'status.historyDoubt' | 'status.ledgerLoss' | 'status.orphans'>;

/** The doubts about one node that an administrator can accept, with the effects of accepting. Pure. */
export function doubtsOf(node: Doubted, assignment: Pick<AssignmentDocument, 'content'> | undefined): HistoryDoubt[] {
  const {
    _id: id,
    name,
    status: { historyDoubt, ledgerLoss, orphans },
  } = node;
  const itself = nodeRef(id, name);
  const doubts: HistoryDoubt[] = [];
  if (historyDoubt)
    doubts.push({
      ...{ id: historyDoubt.id, kind: 'history', node: { id, name }, since: historyDoubt.since.toISOString() },
      ...doubt(historyCondition(itself, historyDoubt)),
      effects: [
        ...historyEffects(itself, orphans.length, assignment?.content),
        ...differenceEffects({ id, name }, historyDoubt.differences, assignment?.content),
      ].map(withText),
    });
  if (ledgerLoss && ledgerLoss.acceptedBy === null)
    doubts.push({
      ...{ id: ledgerLoss.id, kind: 'ledger', node: { id, name }, since: ledgerLoss.since.toISOString() },
      ...doubt(ledgerCondition(itself, ledgerLoss)),
      effects: ledgerEffects(itself, assignment?.content).map(withText),
    });
  return doubts;
}

const doubt = (condition: Said) => ({ reason: condition.reason, ...withText(messageIn(condition)) });

const volumeIn = ({ volumeId, volumeName }: { volumeId: string; volumeName: string }): MessageReference => volumeRef(volumeId, volumeName);

function historyEffects(node: MessageReference, orphans: number, content: AssignmentContent | undefined): Message[] {
  const exported = (content?.exports ?? []).filter(({ desired }) => desired === 'exported');
  const attached = (content?.attachments ?? []).filter(({ desired }) => desired === 'attached');
  const wiped = (content?.drives ?? []).filter(({ wipe }) => wipe !== null);
  const objects = [
    ...(content?.exports ?? [])
      .filter(({ desired }) => desired === 'absent')
      .map((each) => messageOf('export-of-volume', { volume: volumeIn(each) })),
    ...(content?.attachments ?? [])
      .filter(({ desired }) => desired === 'detached')
      .map((each) => messageOf('attachment-of-volume', { volume: volumeIn(each) })),
    ...(content?.legs ?? []).filter(({ desired }) => desired === 'absent').map(({ legId }) => messageOf('leg-with-data', { legId })),
  ];
  return [
    messageOf('node-follows-database', { node }),
    ...exported.map((each) => messageOf('node-exports-legs', { node, volume: volumeIn(each), hostNqn: each.hostNqn })),
    ...attached.map((each) => messageOf('node-attaches-volume', { node, volume: volumeIn(each), mode: each.mode })),
    ...(objects.length > 0 ? [messageOf('node-removes-objects', { node, objects })] : []),
    ...wiped.map(({ driveId, serial }) => messageOf('node-erases-drive', { node, drive: driveRef(driveId, serial) })),
    messageOf('others-become-orphans', { node, orphans }),
  ];
}

function ledgerEffects(node: MessageReference, content: AssignmentContent | undefined): Message[] {
  const legs = (content?.legs ?? []).filter(({ desired }) => desired === 'present').length;
  const volumes = (content?.attachments ?? []).filter(({ array }) => array?.create).map(volumeIn);
  return [
    messageOf('node-makes-legs', { node, legs }),
    ...(volumes.length > 0 ? [messageOf('node-creates-arrays', { node, volumes })] : []),
    messageOf('open-wipes-lapse', {}),
  ];
}
