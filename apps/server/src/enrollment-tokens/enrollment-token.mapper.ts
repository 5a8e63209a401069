import type { EnrollmentToken } from '@weft/shared/kinds/access/enrollment-token';
import { toObject } from '../core/mongo/stored.js';
import type { EnrollmentTokenDocument } from './enrollment-token.document.js';

export const toEnrollmentToken = (token: EnrollmentTokenDocument): EnrollmentToken =>
  toObject<EnrollmentToken>(token, {
    description: token.description,
    labels: token.labels,
    expiresAt: token.expiresAt.toISOString(),
    usedBy: token.usedBy,
    forNode: token.forNode ?? null,
  });
