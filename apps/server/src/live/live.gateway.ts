import { Inject, Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { CONSOLE_NAMESPACE, type WatchAnswer } from '@weft/shared/links/console-link';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Authenticator } from '../core/auth/authenticator.js';
import { declareSocketAccess, mayCall } from '../core/http/access.js';
import { apiTokenRefusal, unauthenticated } from '../core/http/api-token-refusal.js';
import { setUpRefusal } from '../core/http/caller.js';
import { addressOfSocket, trusts } from '../core/http/limits/client-address.js';
import { disconnectOnOther } from '../core/sockets/disconnect-on-other.js';
import { LiveService } from './live.service.js';
import type { LiveNamespace, LiveSocket } from './live-socket.js';
import { WatchesService } from './watches.service.js';

/** Browsers connect here with the API's session cookie, programs with an API token for all nouns. They may only listen and send `watch`; any other event ends the connection. */
@declareSocketAccess('user')
@WebSocketGateway({ namespace: CONSOLE_NAMESPACE })
export class LiveGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  private readonly logger = new Logger(LiveGateway.name);

  constructor(
    private readonly authenticator: Authenticator,
    private readonly live: LiveService,
    private readonly watches: WatchesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  afterInit(namespace: LiveNamespace): void {
    namespace.use((socket, next) => {
      this.authenticator.identify(socket.handshake.headers).then(
        ({ caller, sessionId }) => {
          if (!mayCall(caller, 'user')) return next(connectError('unauthenticated', unauthenticated(caller).message));
          const refusal = setUpRefusal(caller, undefined) ?? apiTokenRefusal(caller, undefined);
          if (refusal !== null) return next(connectError(refusal.code, refusal.message));
          Object.assign(socket.data, { caller, sessionId });
          next();
        },
        (cause: unknown) => next(connectError('unavailable', 'The server cannot check the session now: try again.', cause)),
      );
    });
    this.live.serve(namespace);
  }

  handleConnection(socket: LiveSocket): void {
    const message = 'a browser sent an event to the live namespace and was disconnected';
    disconnectOnOther(socket, ['watch'], this.logger, message, () => ({
      address: addressOfSocket(socket, trusts(this.config.trustProxy)),
    }));
    this.live.welcome(socket);
  }

  handleDisconnect(socket: LiveSocket): void {
    this.watches.end(socket);
  }

  @declareSocketAccess('user')
  @SubscribeMessage('watch')
  watch(@ConnectedSocket() socket: LiveSocket, @MessageBody() message: unknown): Promise<WatchAnswer> {
    return this.watches.watch(socket, message);
  }
}

/** Socket.IO sends `message` and `data` of this error to the client as `connect_error`. */
const connectError = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { data: { code } });
