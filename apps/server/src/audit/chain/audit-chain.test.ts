import { describe, expect, it } from 'vitest';
import type { AuditDocument } from '../documents/audit.document.js';
import { digestOf, follows, NO_HEAD, nextLink } from './audit-chain.js';

const at = new Date('2026-11-28T12:00:00Z');
const entry = (change: Partial<AuditDocument> = {}): AuditDocument => ({
  ...{ _id: 'e1', at, by: 'admin', action: 'change', subject: { kind: 'volume', id: 'v1', name: 'orders' }, statements: [] },
  request: {
    ...{ id: 'r1', route: 'updateVolume', address: '::1', name: null, status: 200, code: null, jobId: null, count: 1, lastAt: at },
  },
  ...change,
});
const request = (change: object) => ({ request: { ...entry().request, ...change } as NonNullable<AuditDocument['request']> });

describe('the digest of an entry', () => {
  it('does not depend on the order of fields', () => {
    const { _id, by, ...rest } = entry();
    expect(digestOf({ ...rest, by, _id })).toBe(digestOf(entry()));
  });

  it.each([
    ['user', { by: 'eve' }],
    ['time', { at: new Date(at.getTime() + 1) }],
    ['object', { subject: { kind: 'volume' as const, id: 'v2', name: 'orders' } }],
    ['address', request({ address: '198.51.100.7' })],
    ['status', request({ status: 403 })],
    ['count of a change', request({ count: 2 })],
    ['statements', { statements: [{ statement: 'wipe' as const, about: { id: 'd', name: 'S1' }, text: 'x' }] as never }],
  ])('changes with its %s', (_, change) => {
    expect(digestOf(entry(change))).not.toBe(digestOf(entry()));
  });

  it('does not change while equal refusals are counted', () => {
    const refusal = entry({ action: 'refusal' });
    expect(digestOf({ ...refusal, ...request({ count: 7, lastAt: new Date(0) }) })).toBe(digestOf(refusal));
  });
});

describe('a link', () => {
  const first = nextLink(NO_HEAD, [entry()], at);
  const second = nextLink(first, [entry({ _id: 'e2', action: 'refusal', expiresAt: at })], at);

  it('follows the one before', () => {
    expect([follows(first, NO_HEAD), follows(second, first)]).toEqual([true, true]);
    expect(second).toMatchObject({ sequence: 2, previous: first.hash, entries: [{ id: 'e2', expiresAt: at }] });
  });

  it.each([
    ['another time', { at: new Date(0) }],
    ['an entry less', { entries: [] }],
    ['another digest', { entries: [{ id: 'e1', sha256: 'f'.repeat(64) }] }],
    ['another link before it', { previous: 'f'.repeat(64) }],
    ['another number', { sequence: 3 }],
    ['a hash of its own', { hash: 'f'.repeat(64) }],
  ])('does not follow with %s', (_, change) => {
    expect(follows({ ...second, ...change }, first)).toBe(false);
  });

  it('does not follow when one between is missing', () => {
    expect(follows(second, NO_HEAD)).toBe(false);
  });
});
