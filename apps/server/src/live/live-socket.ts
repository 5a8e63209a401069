import type { ConsoleToServerEvents, ServerToConsoleEvents } from '@weft/shared/links/console-link';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Caller } from '../core/http/caller.js';

export interface LiveIdentity {
  caller: Caller;
  sessionId: string | undefined;
  /** It reads too slowly: it gets nothing until its buffer is empty, and then one resync. */
  isBehind?: boolean;
}

export type LiveSocket = Socket<ConsoleToServerEvents, ServerToConsoleEvents, DefaultEventsMap, LiveIdentity>;
export type LiveNamespace = Namespace<ConsoleToServerEvents, ServerToConsoleEvents, DefaultEventsMap, LiveIdentity>;

/** Packets that may wait for one socket. */
export const MAX_WAITING_PACKETS = 64;

/** The part of a socket that sending depends on. */
export interface Outlet {
  data: Pick<LiveIdentity, 'isBehind'>;
  emit(event: 'resync'): unknown;
}

/** Packets of a socket that wait for the network. Engine.IO keeps the list private; `flush` there empties it when the transport is writable. */
export const waitingPackets = (socket: LiveSocket): number => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;

/** Sends to one socket without ever letting its buffer grow: a slow one loses the single changes and is told to read everything again. */
export function sendBounded(socket: Outlet, waiting: number, send: () => void): void {
  if (socket.data.isBehind) {
    if (waiting > 0) return;
    socket.data.isBehind = false;
    socket.emit('resync');
  } else if (waiting > MAX_WAITING_PACKETS) socket.data.isBehind = true;
  else send();
}
