import { refuse } from '../schema/collection.js';
import type { Migration } from '../schema/migration.js';

const each = '$$each';

/** The list with `change` merged into each element that `condition` selects; a missing list stays missing. */
const changedIn = (list: string, condition: object, change: object): object => ({
  $cond: [
    { $isArray: list },
    { $map: { input: list, as: 'each', in: { $cond: [condition, { $mergeObjects: [each, change] }, each] } } },
    list,
  ],
});

const status = {
  $arrayToObject: {
    $map: {
      input: { $objectToArray: `${each}.status` },
      as: 'field',
      in: { k: { $cond: [{ $eq: ['$$field.k', 'verdict'] }, 'health', '$$field.k'] }, v: '$$field.v' },
    },
  },
};
const lists = ['legs', 'obsoleteLegs'];
const withHealth = Object.fromEntries(lists.map((list) => [list, changedIn(`$${list}`, { $ne: [`${each}.status`, null] }, { status })]));

const named = (list: string, field: string, from: string, to: string): object =>
  changedIn(list, { $eq: [`${each}.${field}`, from] }, { [field]: to });

/**
 * Names that the API no longer uses: the verdict about a leg is its health, the reason `apart` is `domain-not-shared`, and the statement `take-away` is
 * `force-detach`. One write per document and name: after an interruption, the next run continues with the documents that have an earlier name.
 */
export const legHealth: Migration = {
  version: 14,
  name: 'leg-health',
  async run(db) {
    // First, so that a server of an older version stores no verdict meanwhile.
    const noVerdict = { items: { properties: { status: { not: { required: ['verdict'] } } } } };
    await refuse(db, 'volumes', { properties: Object.fromEntries(lists.map((list) => [list, noVerdict])) });
    const volumes = db.collection('volumes');
    await volumes.updateMany({ $or: lists.map((list) => ({ [`${list}.status.verdict`]: { $exists: true } })) }, [{ $set: withHealth }]);
    const conditions = named('$status.conditions', 'reason', 'apart', 'domain-not-shared');
    await volumes.updateMany({ 'status.conditions.reason': 'apart' }, [{ $set: { 'status.conditions': conditions } }]);
    const statements = named('$statements', 'statement', 'take-away', 'force-detach');
    await db.collection('audit').updateMany({ 'statements.statement': 'take-away' }, [{ $set: { statements } }]);
  },
};
