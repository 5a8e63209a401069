import type { Stored } from '../core/mongo/stored.js';

/** Collection `enrollmentTokens`. Removed 30 days after `expiresAt`. */
export interface EnrollmentTokenDocument extends Stored {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  description: string;
  labels: Record<string, string>;
  expiresAt: Date;
  /** The only node that may use the token. Absent: for a new node. */
  forNode?: { id: string; name: string };
  /** The node that enrolled with the token. */
  usedBy: { id: string; name: string } | null;
}
