import { Inject } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { DomainError } from '@weft/shared/errors/domain-error';
import { AGENT_NAMESPACE, type AgentAck } from '@weft/shared/links/agent-link';
import { CONFIG, type Config } from '../config/config.schema.js';
import { declareSocketAccess } from '../core/http/access.js';
import { addressOfSocket, trusts } from '../core/http/limits/client-address.js';
import { AgentsService } from './agents.service.js';
import { AgentAuthenticator } from './link/agent-authenticator.js';
import { type AgentNamespace, type AgentSocket, Refusal } from './link/agent-socket.js';

/** Agents connect here. The handshake fixes the node that a socket speaks for; no message can name another. */
@declareSocketAccess('agent')
@WebSocketGateway({ namespace: AGENT_NAMESPACE })
export class AgentsGateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect {
  constructor(
    private readonly authenticator: AgentAuthenticator,
    private readonly agents: AgentsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  afterInit(namespace: AgentNamespace): void {
    const trusted = trusts(this.config.trustProxy);
    namespace.use((socket, next) => {
      this.identify(socket, trusted).then(
        () => next(),
        (error: unknown) => next(connectError(error)),
      );
    });
  }

  private async identify(socket: AgentSocket, trusted: ReturnType<typeof trusts>): Promise<void> {
    const address = addressOfSocket(socket, trusted);
    const identity = await this.authenticator.identify(socket.handshake.auth, address);
    await this.agents.admit(identity);
    Object.assign(socket.data, identity);
  }

  handleConnection(socket: AgentSocket): void {
    this.agents.connected(socket);
  }

  handleDisconnect(socket: AgentSocket): void {
    this.agents.disconnected(socket);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('inventory')
  inventory(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.receive(socket, 'inventory', message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('report')
  report(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.receive(socket, 'report', message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('benchmark')
  benchmark(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.benchmarkNews(socket, message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('drill')
  drill(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.drillNews(socket, message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('orphan')
  orphan(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.orphanEnded(socket, message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('trace')
  trace(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.traced(socket, message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('preflight')
  preflight(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.preflightAnswered(socket, message);
  }

  @declareSocketAccess('agent')
  @SubscribeMessage('sample')
  sample(@ConnectedSocket() socket: AgentSocket, @MessageBody() message: unknown): Promise<AgentAck> {
    return this.agents.sample(socket, message);
  }
}

/** Socket.IO sends `message` and `data` of this error to the client as `connect_error`. */
function connectError(error: unknown): Error {
  if (error instanceof Refusal) return Object.assign(new Error(error.message), { data: { code: error.code } });
  const code = error instanceof DomainError ? error.code : 'unavailable';
  return Object.assign(new Error('The server cannot check the credential now: connect to another one, or try again.', { cause: error }), {
    data: { code },
  });
}
