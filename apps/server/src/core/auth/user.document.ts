import type { FactorKind, Identity } from '@weft/shared/kinds/user';
import type { Config } from '../../config/config.schema.js';
import type { Sealed, Stored } from '../mongo/stored.js';
import { tokenHash } from '../secrets/secrets.js';

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
  factors?: UserFactors;
  /** Of a user who comes by the OpenID Connect provider. Absent: a local user. */
  oidc?: { issuer: string; subject: string };
}

/** A WebAuthn credential. */
export interface SecurityKeyDocument {
  id: string;
  name: string;
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** Signature counter of the newest accepted answer. Keys without a counter send 0. */
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Second factors of a user. */
export interface UserFactors {
  /** Rises with each change of the set of factors. */
  revision?: number;
  totp?: {
    sealed: Sealed;
    since: Date;
    /** Time step of the newest accepted code. No code of this step or an earlier one is accepted again (RFC 6238, 5.2). */
    lastStep: number;
  };
  /** A secret without a first code yet. Only the session that made it may confirm it. */
  pendingTotp?: { sealed: Sealed; sessionId: string; expiresAt: Date };
  keys?: SecurityKeyDocument[];
  /** A registration that has not finished. Only the session that began it may finish it. */
  pendingKey?: { challenge: string; sessionId: string; expiresAt: Date };
  /** Hashes of the recovery codes that are left. */
  recoveryHashes?: string[];
}

export const identityOf = ({ oidc }: Pick<UserDocument, 'oidc'>): Identity => (oidc ? 'oidc' : 'local');

/** Undefined: nobody logs in as this user by a password. */
export const passwordHashOf = (user: UserDocument | null): string | undefined => (user?.oidc ? undefined : user?.passwordHash);

/** Whether someone other than the user knows the password. */
export const mustChangePassword = ({ initial, mustChangePassword: wanted }: UserDocument): boolean => initial || wanted === true;

/** A sealed secret of an app opens for its user alone. */
export const totpOwner = (userId: string): string => `totp ${userId}`;

export const factorsOf = ({ factors }: Pick<UserDocument, 'factors'>): FactorKind[] => [
  ...(factors?.totp ? (['totp'] as const) : []),
  ...((factors?.keys ?? []).length > 0 ? (['security-key'] as const) : []),
];

/** Whether the cluster asks for a second factor that this user does not have. */
export const mustSetUpSecondFactor = (user: UserDocument, { secondFactor }: Pick<Config, 'secondFactor'>): boolean =>
  secondFactor === 'required' && identityOf(user) === 'local' && factorsOf(user).length === 0;

/** Changes with the password and with the set of second factors: a login that began before such a change does not end after it. */
export const credentialOf = ({ passwordHash, factors }: UserDocument): string => tokenHash(`${factors?.revision ?? 0} ${passwordHash}`);
