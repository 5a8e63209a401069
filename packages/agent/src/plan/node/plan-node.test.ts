import type { AssignmentContent } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { UP, world } from '../../testing/example-world.js';
import { FREEZE } from '../../testing/thin-example.js';
import { assignedTexts, isOfStorage, isSwift, objectKey, planNode } from './plan-node.js';

/** A node that is target and client of one volume: the export and the attachment have the same id. */
const converged = (): AssignmentContent => ({ ...contentFor(1, UP), attachments: contentFor(CLIENT, UP).attachments });
const ATTACHMENT = id('attachment', 1);
const KEYS = [`drive/${id('drive', 1)}`, `leg/${id('leg', 0)}`, `export/${ATTACHMENT}`, `attachment/${ATTACHMENT}`];

describe('planNode', () => {
  it('plans every object of the assignment once, those of the target before attachments', () => {
    expect(planNode(world(converged())).map(objectKey)).toEqual(KEYS);
  });
});

describe('isOfStorage', () => {
  it('is true for the keys of drives and legs', () => {
    expect(KEYS.map(isOfStorage)).toEqual([true, true, false, false]);
  });
});

describe('assignedTexts', () => {
  /** Keys of the objects whose text this change of the assignment changes. */
  const changedBy = (change: (content: AssignmentContent) => void) => {
    const content = converged();
    const before = assignedTexts(content);
    change(content);
    const after = assignedTexts(content);
    return [...after.keys()].filter((key) => after.get(key) !== before.get(key));
  };

  it('has one text for each object, under the key of its plan', () => {
    expect([...assignedTexts(converged()).keys()]).toEqual(KEYS);
  });

  it('changes only the text of the object whose order changed', () => {
    const orders = [
      ({ drives }: AssignmentContent) => Object.assign(drives[0] ?? {}, { desired: 'released' }),
      ({ legs }: AssignmentContent) => Object.assign(legs[0] ?? {}, { desired: 'absent' }),
      ({ exports }: AssignmentContent) => Object.assign(exports[0] ?? {}, { desired: 'absent' }),
      ({ attachments }: AssignmentContent) => Object.assign(attachments[0] ?? {}, { desired: 'detached' }),
    ];
    expect(orders.map(changedBy)).toEqual(KEYS.map((key) => [key]));
  });

  it('changes the text of attachments when the host NQN or a connect setting changes', () => {
    expect(changedBy((content) => Object.assign(content, { hostNqn: 'nqn.other' }))).toEqual([`attachment/${ATTACHMENT}`]);
    expect(changedBy(({ connect }) => Object.assign(connect, { maxIoQueues: 1 }))).toEqual([`attachment/${ATTACHMENT}`]);
  });

  it('stays equal when the server has recorded that the array exists', () => {
    expect(changedBy(({ attachments }) => Object.assign(attachments[0]?.array ?? {}, { create: false }))).toEqual([]);
    expect(changedBy(({ attachments }) => Object.assign(attachments[0]?.array ?? {}, { copiedFrom: [] }))).toEqual([
      `attachment/${ATTACHMENT}`,
    ]);
  });

  it('stays equal for an equal assignment', () => {
    expect(changedBy(() => undefined)).toEqual([]);
  });
});

describe('isSwift', () => {
  const texts = (order: 'hold' | 'take', more: Partial<AssignmentContent> = {}, sizeBytes = 1): string[] => {
    const content = converged();
    const legs = content.legs.map((leg) => ({ ...leg, sizeBytes, thin: { originLegId: null, order } }));
    return [...assignedTexts({ ...content, legs, ...more }).values()];
  };
  const swift = (before: string[], after: string[]) => after.map((text, at) => text !== before[at] && isSwift(before[at], text));

  it('is true for a freeze, and for the order to take a prepared leg; not for a new object or any other change', () => {
    const freezes = [FREEZE];
    expect(swift(texts('hold'), texts('take', { freezes }))).toEqual([false, true, false, true]);
    expect(swift(texts('hold'), texts('take', {}, 2))).toEqual([false, false, false, false]);
    expect(isSwift(undefined, '')).toBe(false);
  });
});
