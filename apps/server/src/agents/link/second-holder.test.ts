import { nodeRef } from '@weft/shared/text/references';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';
import { admission, withSecondHolder } from './second-holder.js';

const NOW = '2026-01-01T00:00:00.000Z';
const node = (state: 'online' | 'lost', disputed = false) =>
  ({
    status: {
      connection: { state, since: null, serverId: 's', connectionId: 'c', instanceId: 'i1', machineId: 'm1' },
      conditions: disputed ? withSecondHolder([], { node: nodeRef('n1', 'n1'), address: '10.0.0.9', holderAddress: '10.0.0.1' }, NOW) : [],
    },
  }) satisfies Part<NodeDocument, 'status.connection' | 'status.conditions'>;

it('admits the same process at once, and asks the connected holder before admitting another', () => {
  expect(admission(node('online'), { instanceId: 'i1', machineId: 'm1' })).toBe('admit');
  expect(admission(node('online'), { instanceId: 'i2', machineId: 'm1' })).toBe('ask-holder');
  expect(admission(node('online'), {})).toBe('ask-holder');
  expect(admission(node('lost'), { instanceId: 'i2', machineId: 'm2' })).toBe('admit');
});

it('admits only the last connected machine while the identity is disputed', () => {
  expect(admission(node('lost', true), { instanceId: 'i3', machineId: 'm1' })).toBe('admit');
  expect(admission(node('lost', true), { instanceId: 'i2', machineId: 'm2' })).toBe('refuse');
});

it('names the addresses of both holders in the condition', () => {
  expect(node('lost', true).status.conditions).toMatchObject([
    { status: 'true', message: expect.stringMatching(/10\.0\.0\.1.*10\.0\.0\.9/) },
  ]);
});
