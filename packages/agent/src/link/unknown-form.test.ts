import { assignmentSchema } from '@weft/shared/messages/assignment';
import { MOST } from '@weft/shared/messages/bounded';
import { describe, expect, it } from 'vitest';
import { assignmentFor, contentFor } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { unknownForm } from './unknown-form.js';

const refusal = (message: unknown): string => {
  const { error } = assignmentSchema.safeParse(message);
  return unknownForm(error ?? expect.fail('the assignment is taken'));
};
const assignment = assignmentFor(1, 1, contentFor(1, UP));

describe('unknownForm', () => {
  it('names a new field of a newer server and advises to update the agent', () => {
    const [exported] = assignment.content.exports;
    const newer = { ...assignment, content: { ...assignment.content, exports: [{ ...exported, quorum: 2 }] } };
    expect(refusal(newer)).toMatch(/content\.exports\.0\.quorum\. Nothing was changed\. Update the agent of this node$/);
  });

  it('names three of many new fields', () => {
    expect(refusal({ ...assignment, a: 1, b: 1, c: 1, d: 1, e: 1 })).toContain('a, b, c and 2 more');
  });

  it('names the malformed part and advises the same version of server and agent', () => {
    expect(refusal({ ...assignment, generation: 'one' })).toMatch(/generation: .*Install the same version of server and agent$/);
  });

  it('names the list of an assignment that has too many entries', () => {
    const [leg] = assignment.content.legs;
    const legs = Array.from({ length: MOST.objects + 1 }, () => leg);
    expect(refusal({ ...assignment, content: { ...assignment.content, legs } })).toMatch(
      /over the bounds of agent \S+: content\.legs: .*20000.*Nothing was changed\. Remove what is too much/,
    );
  });
});
