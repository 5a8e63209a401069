import { describe, expect, it } from 'vitest';
import { nodeRef, volumeRef } from '../text/references.js';
import { DomainError } from './domain-error.js';

const orders = volumeRef('v1', 'orders');
const c1 = nodeRef('n1', 'c1');

describe('DomainError', () => {
  it('has the class and the sentence of its reason, and keeps the data', () => {
    const error = new DomainError('volume-runs', { volume: orders, client: c1, state: 'attached' }, { field: 'legIds' });
    expect(error).toMatchObject({ code: 'wrong-state', status: 409, field: 'legIds' });
    expect(error.reason).toEqual({ code: 'volume-runs', params: { volume: orders, client: c1, state: 'attached' } });
    expect(error.message).toBe('Volume orders is attached on c1: while it runs there, there is no loss to accept. Detach it first.');
  });

  it('renders the messages inside its data, and leaves out what is absent', () => {
    const absent = new DomainError('attachment-not-gone', { volume: orders, client: c1, fence: undefined });
    expect(absent.reason.params).toEqual({ volume: orders, client: c1 });
    expect(absent.message).toContain('(not reported)');
    const fence = { code: 'no-foreign-host', params: {} };
    expect(new DomainError('attachment-not-gone', { volume: orders, client: c1, fence }).message).toContain(
      '(no host other than the client is',
    );
  });
});
