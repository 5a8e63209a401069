import { expect, test } from 'vitest';
import type { AuditEntry } from '../../api/types.js';
import { auditSentence, statementsSentence, statementsText } from './audit-words.js';

const lastAt = '2026-11-21T14:16:31.725Z';
const entry = (request: Partial<NonNullable<AuditEntry['request']>>) =>
  ({
    action: 'refusal',
    statements: [],
    request: {
      route: 'POST /api/v1/login',
      name: 'eve',
      token: null,
      address: '10.0.0.7',
      status: 401,
      code: null,
      count: 1,
      lastAt,
      ...request,
    },
  }) as unknown as AuditEntry;

test('reports how often a request was repeated, and the last time as a time', () => {
  expect(statementsSentence(entry({}))).toBe('POST /api/v1/login as eve from 10.0.0.7: 401.');
  const often = entry({ count: 3 });
  expect(statementsSentence(often)).toEqual(['POST /api/v1/login as eve from 10.0.0.7: 401, 3 times until ', { at: lastAt }, '.']);
  expect(statementsText(often)).toBe(`POST /api/v1/login as eve from 10.0.0.7: 401, 3 times until ${lastAt}.`);
});

test('shows what an update changed after its request', () => {
  const changes = [{ field: 'role', from: '"viewer"', to: '"operator"' }];
  const updated = { ...entry({ route: 'updateUser', name: null, status: 200 }), changes };
  expect(statementsText(updated)).toBe('updateUser from 10.0.0.7: 200. role: "viewer" → "operator".');
});

test('shows statements as the server recorded them, after the action', () => {
  const statements = [{ text: 'c1 is off.' }, { text: 't1 is off.' }] as AuditEntry['statements'];
  const revoked = { action: 'attachment.revoke' as const, statements, request: null };
  expect(auditSentence(revoked)).toEqual(['Force detached: c1 is off. t1 is off.']);
  expect(auditSentence({ ...revoked, statements: [] })).toBe('Force detached');
});

test('shows a statement by its data, and exports its text', () => {
  const params = { client: { kind: 'node' as const, id: 'n1', name: 'c1' } };
  const statement = {
    statement: 'client-is-off' as const,
    about: { id: 'n1', name: 'c1' },
    code: 'client-is-off',
    params,
    text: 'c1 is off.',
  };
  const revoked = { action: 'attachment.revoke' as const, statements: [statement], request: null };
  expect(statementsSentence(revoked)).toEqual([{ quote: 'c1 is off.', report: { code: 'client-is-off', params } }]);
  expect(statementsText(revoked)).toBe('c1 is off.');
});
