import type { NounName } from '@weft/shared/kinds/nouns';
import type { Role } from '@weft/shared/kinds/user';
import type { Stored } from '../mongo/stored.js';

/** Collection `apiTokens`. Removed 30 days after `expiresAt`. */
export interface ApiTokenDocument extends Stored {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  name: string;
  userId: string;
  userName: string;
  role: Role;
  /** Nouns whose paths the token may use; null: all paths. */
  nouns: NounName[] | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
}
