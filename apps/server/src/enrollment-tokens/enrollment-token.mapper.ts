import type { EnrollmentToken } from '@weft/shared/kinds/enrollment-token';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';

export const toEnrollmentToken = ({
  _id,
  version,
  createdAt,
  updatedAt,
  description,
  labels,
  expiresAt,
  usedBy,
}: EnrollmentTokenDocument): EnrollmentToken => ({
  id: _id,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  description,
  labels,
  expiresAt: expiresAt.toISOString(),
  usedBy,
});
