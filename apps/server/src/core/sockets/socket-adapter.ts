import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { MAX_MESSAGE_BYTES } from '@weft/shared/messages/bounded';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../../config/config.schema.js';
import { foreignOrigin } from '../auth/origin.js';

/** Socket.IO on the port of the API. WebSocket only: with several servers, long polling would need sticky sessions. */
export class SocketAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      serveClient: false,
      transports: ['websocket'],
      pingInterval: this.config.socketKeepAliveSeconds * 1000,
      pingTimeout: this.config.socketTimeoutSeconds * 1000,
      connectTimeout: this.config.socketGraceSeconds * 1000,
      // One limit for all namespaces: an agent with more to report sends several messages. Browsers only listen.
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      allowRequest: (request: IncomingMessage, answer: (error: string | null, allowed: boolean) => void) => {
        const foreign = foreignOrigin(request.headers, this.config);
        answer(foreign?.message ?? null, foreign === null);
      },
    } as ServerOptions) as Server;
    // Refuse the default namespace: every socket must use a namespace that authenticates it.
    server.of('/').use((_socket, next) => next(new Error('connect to a namespace: /agents, /console or /servers')));
    return server;
  }
}
