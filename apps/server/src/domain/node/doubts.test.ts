import { describe, expect, it } from 'vitest';
import type { AssignmentDocument } from '../documents/agent.documents.js';
import type { HistoryDoubtDocument } from '../documents/node.document.js';
import { doubtsOf } from './doubts.js';

const since = new Date('2026-01-01T00:00:00Z');
const historyDoubt: HistoryDoubtDocument = {
  ...{ id: 'd1', since, reason: 'database-older', storedGeneration: 9 },
  held: { generation: 12, hash: 'h', historyId: null },
};
const node = { _id: 'n1', name: 'n1' };
const db = { volumeId: 'v', volumeName: 'db' };
const assignment = (content: object) => ({ content }) as unknown as Pick<AssignmentDocument, 'content'>;
const texts = (of: ReturnType<typeof doubtsOf>) => of.flatMap(({ effects }) => effects.map(({ message }) => message));

describe('doubtsOf', () => {
  it('sends a doubt about the history as a message with data, and what the node does after an acceptance', () => {
    const [found, ...others] = doubtsOf(
      { ...node, status: { historyDoubt, orphans: [] } },
      assignment({
        exports: [
          { ...db, desired: 'exported', hostNqn: 'nqn.host' },
          { ...db, desired: 'absent' },
        ],
        attachments: [
          { ...db, desired: 'attached', mode: 'exclusive' },
          { volumeId: 'w', volumeName: 'log', desired: 'detached' },
        ],
        legs: [{ legId: 'leg-1', desired: 'absent' }],
        drives: [{ driveId: 'd', serial: 'S1', wipe: {} }],
      }),
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      reason: 'database-older',
      code: 'history-doubted',
      params: { node: { kind: 'node', id: 'n1' }, doubt: { code: 'database-older', params: { generation: 12, storedGeneration: 9 } } },
      message: expect.stringContaining('n1 follows generation 12, but the database had only 9'),
    });
    expect(found?.effects.map(({ code, message }) => [code, message])).toEqual([
      ['node-follows-database', expect.stringContaining('n1 follows this database from then on')],
      ['node-exports-legs', expect.stringContaining('n1 exports its legs of db to host nqn.host.')],
      ['node-attaches-volume', 'n1 attaches db (exclusive). If another client has it now, do not accept.'],
      ['node-removes-objects', 'n1 removes the export of db, the attachment of log, leg leg-1, with its data.'],
      ['node-erases-drive', 'n1 erases drive S1, if it has not done so on the same order.'],
      ['others-become-orphans', 'What runs on n1 and is not in this database becomes an orphan: it is listed and not touched.'],
      ['differences-unknown', expect.stringContaining('Wait for it before you accept')],
    ]);
  });

  it('states what a node does that lost its ledger, until an administrator has accepted the loss', () => {
    const content = assignment({ legs: [{ legId: 'leg-1', desired: 'present' }], attachments: [{ ...db, array: { create: true } }] });
    const lost = (acceptedBy: string | null) =>
      doubtsOf({ ...node, status: { ledgerLoss: { id: 'd2', since, acceptedBy }, orphans: [] } }, content);
    expect(lost('admin')).toEqual([]);
    expect(lost(null)).toMatchObject([{ kind: 'ledger', reason: 'facts-lost', code: 'facts-lost' }]);
    expect(texts(lost(null))).toEqual([
      expect.stringContaining('n1 makes and wipes legs of its assignment (1)'),
      'n1 creates the arrays of db, which were never reported as created.',
      'Orders to erase a drive that are open now are not carried out: order them again.',
    ]);
  });
});
