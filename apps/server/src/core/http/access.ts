import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Access } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import { type Caller, isPermitted } from './caller.js';

/** Metadata keys of declared access. The guard refuses routes and events without it. */
export const ACCESS = 'weft:access';
export const SOCKET_ACCESS = 'weft:socket-access';

/** Who may call a route that is not an endpoint of the contract (`/metrics`, documents). Endpoints declare it in `@weft/shared`. */
export const DeclareAccess = (access: Access) => SetMetadata(ACCESS, access);

/** Who may open a socket or send an event: a node's agent with its credential, another server with our secret, or every user. */
export type SocketAccess = 'agent' | 'server' | 'user';

/** Whether this caller may use a route of this access. A scraper may only scrape; a user may do what the role permits. */
export function mayCall(caller: Caller, access: Access): boolean {
  if (access === 'public') return true;
  if (caller.kind === 'anonymous') return false;
  if (access === 'scrape') return true;
  return caller.kind === 'user' && (access === 'user' || isPermitted(caller, access));
}

/** `socket.data` after the handshake: the middleware of a gateway's namespace sets one of these fields. */
export interface SocketIdentity {
  /** Set for an agent. */
  nodeId?: string;
  /** Set for another server. */
  serverId?: string;
  /** Set for a browser. */
  caller?: Caller;
}

export function maySend({ nodeId, serverId, caller }: SocketIdentity, access: SocketAccess): boolean {
  if (access === 'agent') return nodeId !== undefined;
  if (access === 'server') return serverId !== undefined;
  return caller !== undefined && mayCall(caller, access);
}

/** Refuses events of sockets that may not send them, and events that do not declare who may. The middleware of each namespace has identified the socket. */
@Injectable()
export class SocketGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<SocketAccess | undefined>(SOCKET_ACCESS, context.getHandler());
    const { data } = context.switchToWs().getClient<{ data: SocketIdentity }>();
    if (access === undefined) throw new DomainError('event-access-undeclared', {});
    if (!maySend(data, access)) throw new DomainError('event-forbidden', { access });
    return true;
  }
}

/** Decorator for a gateway class (who may connect) and its `@SubscribeMessage` methods (who may send). Startup fails if one of them lacks it. */
export const declareSocketAccess = (access: SocketAccess): ClassDecorator & MethodDecorator =>
  ((target: object, key?: string | symbol, descriptor?: TypedPropertyDescriptor<unknown>): void => {
    const declare = SetMetadata(SOCKET_ACCESS, access);
    if (key !== undefined && descriptor) declare(target, key, descriptor);
    // Nest applies no global guard to gateways.
    else applyDecorators(declare, UseGuards(SocketGuard))(target as () => void);
  }) as ClassDecorator & MethodDecorator;
