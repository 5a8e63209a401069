import type { AuditEntry } from '@weft/shared/kinds/audit';

/** Written once, in the transaction of what it tells of. */
export interface AuditDocument extends Omit<AuditEntry, 'id' | 'at'> {
  _id: string;
  at: Date;
}
