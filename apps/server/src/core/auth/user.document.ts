import type { Role } from '@weft/shared/kinds/user';
import type { Stored } from '../mongo/stored.js';

/** Collection `users`. */
export interface UserDocument extends Stored {
  name: string;
  role: Role;
  /** Argon2id, in the PHC string format. */
  passwordHash: string;
  /** The server made the password, at its first start or by `reset-admin`, and it is in a file. */
  initial: boolean;
  /** An administrator set the password and wants it changed. Absent: no. */
  mustChangePassword?: boolean;
  /** May not log in. Absent: may. */
  disabled?: boolean;
  /** Null or absent: it may log in, or it was not kept. */
  disabledSince?: Date | null;
}

/** Somebody other than the user knows the password. */
export const mustChangePassword = ({ initial, mustChangePassword: wanted }: UserDocument): boolean => initial || wanted === true;
