import type { AuditEntry } from '@weft/shared/kinds/audit';
import type { AuditDocument } from './audit.document.js';

export const toAuditEntry = ({ _id, at, by, action, subject, statements, request, changes = [] }: AuditDocument): AuditEntry => ({
  id: _id,
  at: at.toISOString(),
  by,
  action,
  subject,
  statements,
  changes,
  request: request ? { ...request, token: request.token ?? null, lastAt: request.lastAt.toISOString() } : null,
});
