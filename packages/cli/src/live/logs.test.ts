import type { AuditEntry } from '@weft/shared/kinds/audit';
import { describe, expect, it } from 'vitest';
import { byTime, lineOfAudit } from './logs.js';

const entry = (more: Partial<AuditEntry>, request: object = {}): AuditEntry => ({
  ...{ id: 'a1', at: '2026-11-29T10:00:00.000Z', by: 'olga', action: 'change', statements: [], changes: [] },
  subject: { kind: 'volume', id: 'v1', name: 'db' },
  request: {
    ...{ id: 'r1', route: 'updateVolume', address: '198.51.100.7', name: null, token: null, status: 200, code: null },
    ...{ jobId: null, count: 1, lastAt: '2026-11-29T10:00:00.000Z', ...request },
  },
  ...more,
});

describe('lineOfAudit', () => {
  it('names who changed which fields, and from where', () => {
    const changes = [{ field: 'sizeBytes', from: '1', to: '2' }];
    expect(lineOfAudit(entry({ changes }))).toMatchObject({
      kind: 'audit',
      severity: 'info',
      subjects: [{ id: 'v1', name: 'db' }],
      message: 'olga from 198.51.100.7: updateVolume (sizeBytes)',
    });
  });

  it('names refusals with their code and number, at the time of the last one', () => {
    const refused = entry(
      { action: 'refusal', by: 'anonymous', subject: null },
      { status: 401, code: 'unauthenticated', count: 3, lastAt: '2026-11-29T10:05:00.000Z' },
    );
    expect(lineOfAudit(refused)).toMatchObject({
      ...{ severity: 'warning', subjects: [], lastAt: '2026-11-29T10:05:00.000Z', revision: 3 },
      message: 'anonymous from 198.51.100.7: updateVolume, 3 times: refused, unauthenticated',
    });
  });
});

describe('byTime', () => {
  it('merges events and the audit by the time of their last change', () => {
    const event = { id: 'e1', lastAt: '2026-11-29T09:59:59.000Z' };
    const later = { id: 'e2', lastAt: '2026-11-29T10:00:01.000Z' };
    const lines = byTime([event, later, lineOfAudit(entry({}))] as Parameters<typeof byTime>[0]);
    expect(lines.map(({ id }) => id)).toEqual(['e1', 'a1', 'e2']);
  });
});
