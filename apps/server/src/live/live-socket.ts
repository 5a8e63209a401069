import type { StatisticsObject } from '@weft/shared/kinds/statistics';
import type { ConsoleToServerEvents, ServerToConsoleEvents } from '@weft/shared/links/console-link';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { Caller } from '../core/http/caller.js';
import type { ScopeRows } from '../core/scope/scope-rows.js';

export interface LiveIdentity {
  caller: Caller;
  sessionId: string | undefined;
  /** The socket reads too slowly: it gets nothing until its buffer is empty, and then one `resync`. */
  isBehind?: boolean;
  /** What a caller sees who does not reach all volumes. Absent: not read yet. */
  rows?: ScopeRows;
  /** The watched objects of such a caller. */
  watched?: readonly StatisticsObject[];
  /** The batches before this one, which such a caller gets one after the other. */
  turn?: Promise<void>;
}

export type LiveSocket = Socket<ConsoleToServerEvents, ServerToConsoleEvents, DefaultEventsMap, LiveIdentity>;
export type LiveNamespace = Namespace<ConsoleToServerEvents, ServerToConsoleEvents, DefaultEventsMap, LiveIdentity>;

/** Most packets that may wait for one socket. */
export const MAX_WAITING_PACKETS = 64;

/** The part of a socket that sending needs. */
export interface Outlet {
  data: Pick<LiveIdentity, 'isBehind'>;
  emit(event: 'resync'): unknown;
}

/** Number of packets waiting for the network. Engine.IO keeps the list private; its `flush` empties the list when the transport is writable. */
export const waitingPackets = (socket: LiveSocket): number => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;

/** Sends to one socket and bounds its buffer: a slow socket loses single changes, and must then read everything again. */
export function sendBounded(socket: Outlet, waiting: number, send: () => void): void {
  if (socket.data.isBehind) {
    if (waiting > 0) return;
    socket.data.isBehind = false;
    socket.emit('resync');
  } else if (waiting > MAX_WAITING_PACKETS) socket.data.isBehind = true;
  else send();
}
