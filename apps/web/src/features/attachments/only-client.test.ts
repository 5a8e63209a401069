import { describe, expect, it } from 'vitest';
import type { Node } from '../../api/types.js';
import { onlyClient } from './only-client.js';

const node = (id: string, more: Partial<Node> = {}) =>
  ({ id, roles: [], connection: { state: 'online', since: null }, maintenance: null, ...more }) satisfies Partial<Node>;
const target = (id: string, more: Partial<Node> = {}) => node(id, { roles: ['target'], ...more });
const lost = { connection: { state: 'lost', since: null } } as const;

describe('onlyClient', () => {
  it('is the only node, or the only one that is no target', () => {
    expect(onlyClient([target('t1')], [])).toBe('t1');
    expect(onlyClient([target('t1'), target('t2'), node('c1')], [])).toBe('c1');
    expect(onlyClient([target('t1'), node('c1', { roles: ['client'] })], [])).toBe('c1');
  });

  it('is nobody when there is a choice, or no node', () => {
    expect(onlyClient([node('c1'), node('c2')], [])).toBeNull();
    expect(onlyClient([target('t1'), target('t2')], [])).toBeNull();
    expect(onlyClient([], [])).toBeNull();
  });

  it('skips nodes that are offline, in maintenance, or have the volume already', () => {
    const maintenance = { since: '', until: '', requestedBy: 'a', forced: false };
    const nodes = [target('t1'), target('t2'), node('c1', lost), node('c2', { maintenance }), node('c3'), node('c4')];
    expect(onlyClient(nodes, [])).toBeNull();
    expect(onlyClient(nodes, ['c3'])).toBe('c4');
  });
});
