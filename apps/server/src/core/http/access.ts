import { SetMetadata } from '@nestjs/common';
import type { Access } from '@weft/shared/endpoints/definition/endpoint';
import { type Caller, isPermitted } from './caller.js';

/** Metadata keys of declared access. The guard refuses routes and events without it. */
export const ACCESS = 'weft:access';
export const SOCKET_ACCESS = 'weft:socket-access';

/** Who may call a route that is not an endpoint of the contract (`/metrics`, documents). Endpoints declare it in `@weft/shared`. */
export const DeclareAccess = (access: Access) => SetMetadata(ACCESS, access);

/** Who may open a socket or send an event: a node's agent with its credential, another server with our secret, or every user. */
export type SocketAccess = 'agent' | 'server' | 'user';

/** Decorator for a gateway class (who may connect) and its `@SubscribeMessage` methods (who may send). Startup fails if one of them lacks it. */
export const declareSocketAccess = (access: SocketAccess) => SetMetadata(SOCKET_ACCESS, access);

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
