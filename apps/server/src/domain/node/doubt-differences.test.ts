import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { Report } from '@weft/shared/messages/report';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import type { HistoryDoubtDocument } from '../documents/node.document.js';
import { differenceEffects, MOST_LISTED, withDifferences } from './doubt-differences.js';

const doubt: HistoryDoubtDocument = {
  ...{ id: 'd', since: new Date(0), reason: 'other-history', storedGeneration: 1 },
  held: { historyId: null, generation: 3, hash: 'h' },
};
const content = {
  ...{ drives: [], exports: [] },
  legs: [
    { legId: 'leg-a', desired: 'present', readyBytes: 4 },
    { legId: 'leg-new', desired: 'present', readyBytes: 0 },
    { legId: 'leg-leaving', desired: 'absent', readyBytes: 4 },
    { legId: 'leg-both', desired: 'present', readyBytes: 4 },
  ],
  attachments: [{ attachmentId: 'at-c1', desired: 'attached', volumeId: 'c', volumeName: 'moved' }],
} as unknown as AssignmentContent;
const status = (kind: string, id: string, present = true, reason: object | null = null) => ({ kind, id, reason, observed: { present } });
const report = (full: boolean, ...objects: object[]) => ({ full, objects }) as unknown as Report;

describe('withDifferences', () => {
  it('names objects of the node only, and those of the database only', () => {
    const found = withDifferences(doubt, report(true, status('leg', 'leg-b'), status('leg', 'leg-both')), content);
    expect(found?.differences).toEqual({
      nodeOnly: [{ kind: 'leg', id: 'leg-b' }],
      databaseOnly: ['leg/leg-a', 'leg/leg-new', 'attachment/at-c1'],
      notListed: { nodeOnly: 0, databaseOnly: 0 },
    });
  });

  it('lists a bounded number of objects, and counts the others', () => {
    const many = Array.from({ length: MOST_LISTED + 7 }, (_, index) => status('leg', `leg-${index}`));
    const { differences } = withDifferences(doubt, report(true, ...many), content) ?? {};
    expect(differences?.nodeOnly).toHaveLength(MOST_LISTED);
    expect(differences?.notListed).toEqual({ nodeOnly: 7, databaseOnly: 0 });
    expect(textOfMessage(differenceEffects({ id: 'n', name: 'n1' }, differences, content).at(-1) ?? expect.fail('no effect'))).toMatch(
      /^7 more objects of n1 alone and 0 more of this database alone are not listed here/,
    );
  });

  it('counts an object that the node reports absent as missing, and leaves it out of the objects of the node', () => {
    const found = withDifferences(doubt, report(true, status('leg', 'leg-both', false), status('leg', 'gone', false)), content);
    expect(found?.differences?.nodeOnly).toEqual([]);
    expect(found?.differences?.databaseOnly).toContain('leg/leg-both');
  });

  it('keeps the differences of the last full report, and the doubt itself if nothing changed', () => {
    const known = withDifferences(doubt, report(true, status('leg', 'leg-b')), content);
    expect(withDifferences(known, report(false), content)).toBe(known);
    expect(withDifferences(known, report(true, status('leg', 'leg-b')), content)).toBe(known);
    expect(withDifferences(doubt, report(false, status('leg', 'leg-b')), content)).toBe(doubt);
    expect(withDifferences(null, report(true), content)).toBeNull();
  });
});

describe('differenceEffects', () => {
  it('states for each object what an acceptance means', () => {
    const found = withDifferences(doubt, report(true, status('leg', 'leg-b'), status('leg', 'leg-both')), content);
    expect(differenceEffects({ id: 'n', name: 'n1' }, found?.differences, content).map(textOfMessage)).toEqual([
      expect.stringMatching(/^Only n1 has leg leg-b\. After an acceptance these objects are orphans/),
      expect.stringMatching(/^Only this database has leg leg-a\. n1 reports these legs lost and does not make them again/),
      expect.stringMatching(/^Only this database has leg leg-new, never ready so far/),
      expect.stringMatching(
        /^Only this database has the attachment of moved\. n1 makes what is missing\. If another node has the volume now/,
      ),
    ]);
  });

  it('reports no difference for a node that has exactly the objects of the database', () => {
    expect(
      differenceEffects({ id: 'n', name: 'n1' }, { nodeOnly: [], databaseOnly: [], notListed: { nodeOnly: 0, databaseOnly: 0 } }, content),
    ).toEqual([]);
  });
});
