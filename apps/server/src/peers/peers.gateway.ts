import { Logger } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Journal } from '@weft/shared/links/agent-link';
import {
  type PeerAnswer,
  type PeerToServerEvents,
  peerJournalOrderSchema,
  peerWatchSchema,
  SERVER_NAMESPACE,
  type ServerToPeerEvents,
  serverHandshakeSchema,
} from '@weft/shared/links/server-link';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { AgentsService } from '../agents/agents.service.js';
import { declareSocketAccess } from '../core/http/access.js';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { isSameSecret } from '../core/secrets/secrets.js';
import { Servers } from '../core/servers/servers.js';
import { disconnectOnOther } from '../core/sockets/disconnect-on-other.js';
import { LiveStatisticsService } from '../stats/live/live-statistics.service.js';

type PeerSocket = Socket<PeerToServerEvents, ServerToPeerEvents, DefaultEventsMap, { serverId: string }>;
type PeerNamespace = Namespace<PeerToServerEvents, ServerToPeerEvents, DefaultEventsMap, { serverId: string }>;

const BURST = 20;
const PER_SECOND = 2;
/** A support bundle asks for the journal of each node. */
const JOURNALS_BURST = 100;
const JOURNALS_PER_SECOND = 50;

/** Other servers connect here for the observations of this server's agents. A caller with the secret that this process stored at its start is a server. */
@declareSocketAccess('server')
@WebSocketGateway({ namespace: SERVER_NAMESPACE })
export class PeersGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  private readonly logger = new Logger(PeersGateway.name);
  private readonly rate = new RateLimit(BURST, PER_SECOND);
  private readonly journals = new RateLimit(JOURNALS_BURST, JOURNALS_PER_SECOND);

  constructor(
    private readonly servers: Servers,
    private readonly statistics: LiveStatisticsService,
    private readonly agents: AgentsService,
  ) {}

  afterInit(namespace: PeerNamespace): void {
    namespace.use((socket, next) => {
      const { data: handshake } = serverHandshakeSchema.safeParse(socket.handshake.auth);
      if (handshake && isSameSecret(handshake.secret, this.servers.peerSecret)) {
        socket.data.serverId = handshake.serverId;
        return next();
      }
      this.logger.warn(
        { address: socket.handshake.address },
        'a connection to the namespace of servers was refused: it has not the secret of this process. Once, by a server that has not seen that this one restarted, is harmless; else peerUrl of another server leads here.',
      );
      const refusal = new Error("The secret is not this server's: its peerUrl must lead to it and to no other server.");
      next(Object.assign(refusal, { data: { code: 'unauthenticated' } }));
    });
  }

  handleConnection(socket: PeerSocket): void {
    const message = 'a server sent an event of no contract and was disconnected';
    disconnectOnOther(socket, ['watch', 'journal'], this.logger, message, () => ({ serverId: socket.data.serverId }));
  }

  handleDisconnect(socket: PeerSocket): void {
    this.statistics.watchOwn(socket.id, [], () => undefined);
  }

  @declareSocketAccess('server')
  @SubscribeMessage('watch')
  watch(@ConnectedSocket() socket: PeerSocket, @MessageBody() message: unknown): PeerAnswer {
    if (this.rate.take(socket.id) > 0) return { ok: false, code: 'rate-limited', detail: 'Too many watch requests. Send them less often.' };
    const parsed = peerWatchSchema.safeParse(message);
    if (!parsed.success) return { ok: false, code: 'malformed', detail: z.prettifyError(parsed.error).slice(0, 1000) };
    // Volatile: this message is dropped while the previous one waits for the network.
    this.statistics.watchOwn(socket.id, parsed.data.objects, (observations) => socket.volatile.emit('observations', observations));
    return { ok: true };
  }

  @declareSocketAccess('server')
  @SubscribeMessage('journal')
  async journal(@ConnectedSocket() socket: PeerSocket, @MessageBody() message: unknown): Promise<Journal> {
    if (this.journals.take(socket.id) > 0) return { unavailable: 'too many journals were asked for at once' };
    const parsed = peerJournalOrderSchema.safeParse(message);
    if (!parsed.success) return { unavailable: z.prettifyError(parsed.error).slice(0, 1000) };
    try {
      return { lines: await this.agents.journal(parsed.data.nodeId, parsed.data.mostBytes) };
    } catch (error) {
      return { unavailable: (error as Error).message.slice(0, 1000) };
    }
  }
}
