import { Logger } from '@nestjs/common';
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import { CONSOLE_NAMESPACE } from '@weft/shared/messages/console-link';
import { Authenticator } from '../core/auth/authenticator.js';
import { declareSocketAccess, mayCall } from '../core/http/access.js';
import { LiveService } from './live.service.js';
import type { LiveNamespace, LiveSocket } from './live-socket.js';

/** Where browsers listen, with the session cookie of the API. They only listen: whoever sends anything is disconnected. */
@declareSocketAccess('viewer')
@WebSocketGateway({ namespace: CONSOLE_NAMESPACE })
export class LiveGateway implements OnGatewayInit, OnGatewayConnection {
  private readonly logger = new Logger(LiveGateway.name);

  constructor(
    private readonly authenticator: Authenticator,
    private readonly live: LiveService,
  ) {}

  afterInit(namespace: LiveNamespace): void {
    namespace.use((socket, next) => {
      this.authenticator.identify(socket.handshake.headers).then(
        ({ caller, sessionId }) => {
          if (!mayCall(caller, 'viewer'))
            return next(connectError('unauthenticated', 'Log in first: there is no session, or it has ended.'));
          Object.assign(socket.data, { caller, sessionId });
          next();
        },
        (cause: unknown) => next(connectError('unavailable', 'The server cannot check the session now: try again.', cause)),
      );
    });
    this.live.serve(namespace);
  }

  handleConnection(socket: LiveSocket): void {
    socket.onAny((event: string) => {
      this.logger.warn(
        { event: event.slice(0, 64), address: socket.handshake.address },
        'a browser sent an event to the live namespace and was disconnected',
      );
      socket.disconnect(true);
    });
  }
}

/** Socket.IO sends `message` and `data` of this error to the client as `connect_error`. */
const connectError = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { data: { code } });
