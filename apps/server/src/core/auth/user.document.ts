import type { Role } from '@weft/shared/kinds/user';
import type { Stored } from '../mongo/stored.js';

/** Collection `users`. */
export interface UserDocument extends Stored {
  name: string;
  role: Role;
  /** Argon2id, in the PHC string format. */
  passwordHash: string;
  /** The password is the one the server made up at its first start. */
  initial: boolean;
  /** May not log in. Absent: may. */
  disabled?: boolean;
  /** Null or absent: it may log in, or it was not kept. */
  disabledSince?: Date | null;
}
