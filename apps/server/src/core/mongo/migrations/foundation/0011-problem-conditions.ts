import type { Migration } from '../schema/migration.js';

/** Conditions named after the desired state, and their new names, which name the problem: true is what was false before. */
const renamed = {
  nodes: {
    AssignmentAccepted: 'AssignmentRefused',
    ClockRight: 'ClockSkewed',
    CredentialValid: 'CredentialRevoked',
    HistoryKnown: 'HistoryUnknown',
    IdentityUnique: 'IdentityShared',
    LedgerIntact: 'LedgerLost',
    MessagesInBounds: 'MessagesOutOfBounds',
    ReportsFresh: 'ReportsStale',
  },
  volumes: { Apart: 'FailureDomainViolated', Repair: 'RepairWaiting' },
};

const STATUS = '$$this.status';
const OPPOSITE = { $cond: [{ $eq: [STATUS, 'true'] }, 'false', { $cond: [{ $eq: [STATUS, 'false'] }, 'true', STATUS] }] };

const turned = (from: string, to: string) => ({
  $map: {
    input: '$conditions',
    in: { $cond: [{ $eq: ['$$this.type', from] }, { $mergeObjects: ['$$this', { type: to, status: OPPOSITE }] }, '$$this'] },
  },
});

/** One write per document and name: after an interruption, the next run continues with the conditions that still have an old name. */
export const problemConditions: Migration = {
  version: 11,
  name: 'problem-conditions',
  async run(db) {
    for (const [collection, names] of Object.entries(renamed))
      for (const [from, to] of Object.entries(names))
        await db.collection(collection).updateMany({ 'conditions.type': from }, [{ $set: { conditions: turned(from, to) } }]);
  },
};
