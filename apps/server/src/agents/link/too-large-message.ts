import type { IncomingMessage } from 'node:http';
import type { AgentSocket } from './agent-socket.js';

/** The request that opened a socket, with its connection: engine.io sets it for the transport `websocket` (`EngineRequest`), the only one of this server. */
type Handshake = IncomingMessage & { websocket: { once(event: 'error', heard: (error: Error & { code?: string }) => void): void } };

/**
 * Calls `found` when a message exceeds the server's limit (`maxHttpBufferSize`). ws closes such a connection before it reads any of the message. The event
 * `close` of engine.io carries the text of that error without its code, so this listens to ws itself (ws, doc/ws.md, "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH").
 */
export function onTooLargeMessage(socket: AgentSocket, found: () => void): void {
  (socket.conn.request as Handshake).websocket.once('error', ({ code }) => {
    if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') found();
  });
}
