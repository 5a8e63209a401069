import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Permission } from '@weft/shared/kinds/access/permissions';
import type { NounName } from '@weft/shared/kinds/nouns';
import type { VolumeRights } from '../scope/volume-rights.js';

export interface UserCaller {
  kind: 'user';
  id: string;
  name: string;
  /** Of an API token its own. */
  role: string;
  permissions: readonly Permission[];
  /** The volumes that the caller reaches. Null: all. */
  volumes: VolumeRights | null;
  mustChangePassword: boolean;
  mustSetUpSecondFactor: boolean;
  token?: CallerToken;
}

/** Who sent a request. */
export type Caller =
  | UserCaller
  | { kind: 'scraper' }
  /** `badToken`: the request has a bearer token that is not valid. */
  | { kind: 'anonymous'; badToken?: true };

/** The API token of a request; absent for a session. The permissions of the caller are already those that token and user share. */
export interface CallerToken {
  id: string;
  name: string;
  nouns: readonly NounName[] | null;
  expiresAt: Date;
}

/** The API token of a caller, as audit and logs name it. */
export function tokenOf(caller: Caller): { id: string; name: string } | null {
  const token = caller.kind === 'user' ? caller.token : undefined;
  return token ? { id: token.id, name: token.name } : null;
}

/** The refusal of a caller who must first change the password or set up a second factor, unless the endpoint is for that; or null. */
export function setUpRefusal(caller: Caller, endpoint: Endpoint | undefined): DomainError | null {
  if (caller.kind !== 'user') return null;
  const { name: userName } = caller;
  if (caller.mustChangePassword && !endpoint?.beforePasswordChange) return new DomainError('password-change-required', { userName });
  if (caller.mustSetUpSecondFactor && !endpoint?.beforeSecondFactor) return new DomainError('second-factor-setup-required', { userName });
  return null;
}

/** How logs, jobs and audit name a caller. */
export const callerName = (caller: Caller): string => (caller.kind === 'user' ? caller.name : caller.kind);

export const isPermitted = (caller: Caller, permission: Permission): boolean =>
  caller.kind === 'user' && caller.permissions.includes(permission);

/** The volumes of a caller who does not reach all of them, or null. */
export const restrictionOf = (caller: Caller): VolumeRights | null => (caller.kind === 'user' ? caller.volumes : null);
