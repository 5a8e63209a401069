import type { AuditChange, AuditEntry, AuditRequest } from '@weft/shared/kinds/audit';

export interface AuditRequestDocument extends Omit<AuditRequest, 'lastAt' | 'token'> {
  lastAt: Date;
  /** Absent: an earlier version stored the entry. */
  token?: AuditRequest['token'];
}

/** Entries of statements are written once, in the transaction of the change that they allow. */
export interface AuditDocument extends Omit<AuditEntry, 'id' | 'at' | 'request' | 'changes'> {
  _id: string;
  at: Date;
  /** Absent or null: an entry of statements. */
  request?: AuditRequestDocument | null;
  /** Absent: an entry of an earlier version, or nothing changed. */
  changes?: AuditChange[];
  /** Only for refusals: MongoDB removes the entry then. */
  expiresAt?: Date;
}

/** Entry of one request, before it has an id. */
export interface RequestEntry extends Omit<AuditDocument, '_id'> {
  request: AuditRequestDocument;
}
