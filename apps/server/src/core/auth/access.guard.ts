import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Access, Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { ACCESS, mayCall } from '../http/access.js';
import { apiTokenRefusal, unauthenticated } from '../http/api-token-refusal.js';
import { type Caller, restrictionOf, setUpRefusal } from '../http/caller.js';
import { ENDPOINT } from '../http/handles.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { setCaller, type WeftRequest } from '../http/request.js';
import { Authenticator } from './authenticator.js';
import { foreignOrigin, isStateChanging } from './origin.js';

/** Every route declares who may call it. The guard refuses calls to a route without a declaration. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Nest calls it for requests alone. Sockets have their own guard (`declareSocketAccess`).
    if (context.getType() !== 'http') return false;
    const request = context.switchToHttp().getRequest<WeftRequest>();
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    const access = endpoint?.access ?? this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (access === undefined) throw new DomainError('route-access-undeclared', {});
    const foreign = isStateChanging(request.method) ? foreignOrigin(request.headers, this.config) : null;
    if (foreign) throw foreign;
    if (access === 'public') return true;
    const caller = request.weftCaller ?? (await this.identify(request));
    const refusal = setUpRefusal(caller, endpoint) ?? apiTokenRefusal(caller, endpoint);
    if (refusal !== null) throw refusal;
    if (mayCall(caller, access)) {
      requireScope(caller, endpoint);
      return true;
    }
    if (caller.kind === 'anonymous')
      throw access === 'scrape' ? new DomainError('login-or-scrape-token-required', {}) : unauthenticated(caller);
    if (caller.kind === 'scraper') throw new DomainError('scrape-only', {});
    throw new DomainError('permission-required', { permission: access, userName: caller.name, userRole: caller.role });
  }

  /** Requests with a body skip this: `authenticateFirst` identified their caller before it read the body. */
  private async identify(request: WeftRequest): Promise<Caller> {
    const { caller, sessionId, limitedAs } = await this.authenticator.identify(request.headers);
    setCaller(request, caller, sessionId);
    if (limitedAs !== undefined) this.limits.isGood(limitedAs);
    return caller;
  }
}

/** A caller who sees only some volumes may use no endpoint that does not declare how it honours that, and no route outside of the contract. */
function requireScope(caller: Caller, endpoint: Endpoint | undefined): void {
  if (restrictionOf(caller) === null || caller.kind !== 'user') return;
  if (endpoint === undefined || endpoint.volumeScope === 'refused') throw new DomainError('volume-scope', { userName: caller.name });
}
