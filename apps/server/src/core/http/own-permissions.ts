import { DomainError } from '@weft/shared/errors/domain-error';
import type { Permission } from '@weft/shared/kinds/access/permissions';
import { type Caller, isPermitted } from './caller.js';

/** Nobody gives, and nobody takes from others, what they do not have themselves. @throws DomainError `permission-not-yours` */
export function requireOwn(caller: Caller, permissions: readonly Permission[]): void {
  const missing = permissions.find((each) => !isPermitted(caller, each));
  if (missing !== undefined) throw new DomainError('permission-not-yours', { permission: missing });
}
