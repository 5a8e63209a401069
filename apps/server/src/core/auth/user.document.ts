import type { Stored } from '../mongo/stored.js';

/** Collection `users`. */
export interface UserDocument extends Stored {
  name: string;
  /** Built-in, or the name of a custom role. */
  role: string;
  /** Argon2id, in the PHC string format. */
  passwordHash: string;
  /** The server generated the password, at its first start or by `reset-admin`, and wrote it to a file. */
  initial: boolean;
  /** An administrator set the password and requires the user to change it. Absent: false. */
  mustChangePassword?: boolean;
  /** Hashes of the device cookies of browsers that logged in, the newest last. */
  devices?: string[];
  /** The user may not log in. Absent: false. */
  disabled?: boolean;
  /** When the user was disabled. Null or absent: the user may log in, or the time was not recorded. */
  disabledSince?: Date | null;
}

/** Whether someone other than the user knows the password. */
export const mustChangePassword = ({ initial, mustChangePassword: wanted }: UserDocument): boolean => initial || wanted === true;
