import { nodeRef } from '@weft/shared/text/references';
import { expect, it } from 'vitest';
import { withoutRefusal, withRefusal } from './refused-messages.js';

const NOW = '2026-01-01T00:00:00.000Z';
const refused = (kind: 'inventory' | 'message', code = 'out-of-bounds') =>
  withRefusal([], nodeRef('n1', 'n1'), { kind, code, detail: 'drives[1].model: Too big' }, NOW);

it('names the node, the message kind and the field that exceeds its bound', () => {
  expect(refused('inventory')).toMatchObject([
    { type: 'MessagesOutOfBounds', status: 'true', reason: 'inventory-out-of-bounds', since: NOW },
  ]);
  expect(refused('inventory')[0]?.message).toMatch(/inventory.*n1.*drives\[1\]\.model/);
});

it('states any other refusal with its code, what stays in force, and the remedy', () => {
  const [condition] = withRefusal(
    [],
    nodeRef('n1', 'n1'),
    { kind: 'inventory', code: 'duplicate-drive', detail: 'Two drives have the same serial. Look at "nvme list -v".' },
    NOW,
  );
  expect(condition).toMatchObject({ type: 'MessagesRefused', status: 'true', reason: 'inventory-duplicate-drive' });
  expect(condition?.message).toMatch(/^The server refuses a message \(inventory\) of n1: Two drives.* stays in force/);
  expect(condition?.unblockedBy).toContain('journalctl -u weft-agent');
  expect(withoutRefusal(refused('inventory', 'malformed'), 'report')).toHaveLength(1);
  expect(withoutRefusal(refused('inventory', 'malformed'), 'inventory')).toEqual([]);
});

it('clears after a stored message of the same kind, or of any kind if one was too large', () => {
  expect(withoutRefusal(refused('inventory'), 'report')).toHaveLength(1);
  expect(withoutRefusal(refused('inventory'), 'inventory')).toEqual([]);
  expect(withoutRefusal(refused('message'), 'report')).toEqual([]);
});
