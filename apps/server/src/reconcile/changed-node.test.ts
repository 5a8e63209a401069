import { expect, it } from 'vitest';
import { changeOfNode } from './changed-node.js';

it.each([
  ['an assignment on its way', ['revision', 'updatedAt', 'status.offered.3'], 'nothing'],
  ['the first of them', ['status.offered', 'updatedAt', 'revision'], 'nothing'],
  ['an assignment that has arrived', ['revision', 'updatedAt', 'status.acceptedGeneration', 'status.acknowledged'], 'accepted'],
  ['the same with a condition', ['revision', 'status.acceptedGeneration', 'status.conditions'], 'anything'],
  ['a lost connection', ['revision', 'updatedAt', 'status.connection.state'], 'anything'],
  ['a new node, or another kind of change', undefined, 'anything'],
] as const)('of a node: %s', (_, fields, expected) => {
  expect(changeOfNode(fields)).toBe(expected);
});
