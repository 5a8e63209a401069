import { nodeRef } from '@weft/shared/text/references';
import { expect, it } from 'vitest';
import { withinBounds, withOutOfBounds } from './out-of-bounds.js';

const NOW = '2026-01-01T00:00:00.000Z';
const refused = (kind: 'inventory' | 'message') =>
  withOutOfBounds([], { node: nodeRef('n1', 'n1'), kind, detail: 'drives[1].model: Too big' }, NOW);

it('names the node, the message kind and the field that exceeds its bound', () => {
  expect(refused('inventory')).toMatchObject([
    { type: 'MessagesOutOfBounds', status: 'true', reason: 'inventory-out-of-bounds', since: NOW },
  ]);
  expect(refused('inventory')[0]?.message).toMatch(/inventory.*n1.*drives\[1\]\.model/);
});

it('clears after a stored message of the same kind, or of any kind if one was too large', () => {
  expect(withinBounds(refused('inventory'), 'report')).toHaveLength(1);
  expect(withinBounds(refused('inventory'), 'inventory')).toEqual([]);
  expect(withinBounds(refused('message'), 'report')).toEqual([]);
});
