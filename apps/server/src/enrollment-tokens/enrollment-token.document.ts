import type { Stored } from '../core/mongo/stored.js';

/** Collection `enrollmentTokens`. Removed 30 days after `expiresAt`. */
export interface EnrollmentTokenDocument extends Stored {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  description: string;
  labels: Record<string, string>;
  expiresAt: Date;
  /** The node that enrolled with it. */
  usedBy: { id: string; name: string } | null;
}
