import type { HistoryDoubt } from '@weft/shared/kinds/history';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { nodeRef } from '@weft/shared/text/references';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import type { NodeDocument } from '../documents/node.document.js';
import { historyCondition, ledgerCondition } from './history-doubt.js';

type Doubted = Pick<NodeDocument, '_id' | 'name' | 'historyDoubt' | 'ledgerLoss' | 'orphans'>;

/** The doubts about one node that an administrator can accept, with the effects of accepting. Pure. */
export function doubtsOf(node: Doubted, assignment: Pick<AssignmentDocument, 'content'> | undefined): HistoryDoubt[] {
  const { _id: id, name, historyDoubt, ledgerLoss } = node;
  const about = { id, name };
  const doubts: HistoryDoubt[] = [];
  if (historyDoubt) {
    const { reason, message } = historyCondition(nodeRef(id, name), historyDoubt);
    const since = historyDoubt.since.toISOString();
    doubts.push({
      ...{ id: historyDoubt.id, kind: 'history', node: about, since, reason, message },
      effects: historyEffects(node, assignment?.content),
    });
  }
  if (ledgerLoss && ledgerLoss.acceptedBy === null) {
    const { reason, message } = ledgerCondition(nodeRef(id, name), ledgerLoss);
    const since = ledgerLoss.since.toISOString();
    doubts.push({
      ...{ id: ledgerLoss.id, kind: 'ledger', node: about, since, reason, message },
      effects: ledgerEffects(name, assignment?.content),
    });
  }
  return doubts;
}

function historyEffects({ name, orphans }: Doubted, content: AssignmentContent | undefined): string[] {
  const exported = (content?.exports ?? []).filter(({ desired }) => desired === 'exported');
  const attached = (content?.attachments ?? []).filter(({ desired }) => desired === 'attached');
  const wiped = (content?.drives ?? []).filter(({ wipe }) => wipe !== null);
  const goes = [
    ...(content?.exports ?? []).filter(({ desired }) => desired === 'absent').map(({ volumeName }) => `the export of ${volumeName}`),
    ...(content?.attachments ?? [])
      .filter(({ desired }) => desired === 'detached')
      .map(({ volumeName }) => `the attachment of ${volumeName}`),
    ...(content?.legs ?? []).filter(({ desired }) => desired === 'absent').map(({ legId }) => `leg ${legId}, with its data`),
  ];
  return [
    `${name} does what this database says from then on, and forgets what it was told in the other history.`,
    ...exported.map(
      ({ volumeName, hostNqn }) =>
        `${name} exports its legs of ${volumeName} to host ${hostNqn}. If another host has had the volume since the backup, what it wrote is lost or mixed with what this one writes.`,
    ),
    ...attached.map(({ volumeName, mode }) => `${name} attaches ${volumeName} (${mode}). If another client has it now, do not accept.`),
    ...(goes.length > 0 ? [`${name} removes ${goes.join(', ')}.`] : []),
    ...wiped.map(({ serial }) => `${name} erases drive ${serial}, if it has not done so on the same order.`),
    `What runs on ${name} and is not in this database becomes an orphan: it is listed and not touched${orphans.length > 0 ? ` (${orphans.length} now)` : ''}.`,
  ];
}

function ledgerEffects(name: string, content: AssignmentContent | undefined): string[] {
  const legs = (content?.legs ?? []).filter(({ desired }) => desired === 'present').length;
  const created = (content?.attachments ?? []).filter(({ array }) => array?.create).map(({ volumeName }) => volumeName);
  return [
    `${name} makes and wipes legs of its assignment (${legs}) that are not there or were not wiped in full. A leg that held data and was removed behind Weft's back comes back empty.`,
    ...(created.length > 0 ? [`${name} creates the arrays of ${created.join(', ')}, which were never reported as created.`] : []),
    'Orders to erase a drive that are open now are not carried out: order them again.',
  ];
}
