import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { AgentAck } from '@weft/shared/links/agent-link';
import { retryDelayMs } from '@weft/shared/load/retry';
import { benchmarkNewsSchema } from '@weft/shared/messages/benchmark-orders';
import { MAX_MESSAGE_BYTES } from '@weft/shared/messages/bounded';
import { drillNewsSchema } from '@weft/shared/messages/drill-orders';
import { preflightAnswerSchema } from '@weft/shared/messages/host-facts';
import { orphanOutcomeSchema } from '@weft/shared/messages/orphan-orders';
import { nodeRef } from '@weft/shared/text/references';
import { traceNewsSchema } from '@weft/shared/timeline/trace';
import type { z } from 'zod';
import { BenchmarkOrders } from '../benchmarks/benchmark-orders.service.js';
import { CONFIG, type Config } from '../config/config.schema.js';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { Shutdown } from '../core/health/shutdown.js';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { retries } from '../core/load/retries.js';
import { ServerIdentity } from '../core/process/server-identity.js';
import { agentScrapeToken, tokenHash } from '../core/secrets/secrets.js';
import { isBeingRemoved } from '../domain/documents/node.document.js';
import { AuthenticationPairs } from '../domain/store/authentication-pairs.service.js';
import { ReportedNodes } from '../domain/store/reported-nodes.service.js';
import { DrillOrders } from '../drills/drill-orders.service.js';
import { TracesService } from '../jobs/timeline/traces.service.js';
import { OrphanCleaning } from '../orphans/orphan-cleaning.service.js';
import { OrphanOrderNews } from '../orphans/orphan-order-news.service.js';
import { PreflightNews } from '../preflight/preflight-news.service.js';
import { StatsService } from '../stats/stats.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { AgentConnection } from './agent-connection.js';
import { AssignmentPush } from './assignments/assignment-push.js';
import { keyPushes } from './assignments/key-push.js';
import { TargetReturns } from './assignments/target-returns.js';
import { LegLabelsService } from './labels/leg-labels.service.js';
import { type AgentIdentity, type AgentSocket, Refusal } from './link/agent-socket.js';
import { askJournal } from './link/ask-journal.js';
import { MOVE, REMOVED, STOPPING, SUPERSEDED } from './link/closing-reasons.js';
import { answersPing } from './link/holder-ping.js';
import { admission, withSecondHolder } from './link/second-holder.js';
import { onTooLargeMessage } from './link/too-large-message.js';
import { AgentMessagesService } from './messages/agent-messages.service.js';
import { withStaleReports } from './messages/report-age.js';
import { rotateCredential } from './rotate-credential.js';

/** Shorter than the time that a new connection may take to log in (socketGraceSeconds). */
const HOLDER_ANSWERS_MS = 2000;
const STALE_LOOK_MS = 10_000;
/** Longer than a refused Weft agent waits between its messages. */
const PAUSE_AFTER_BAD_SECONDS = 30;
/** A connection that is younger stays: an agent that arrived at a server with too many itself is not moved at once again. */
const MOVES_AFTER_MS = 10_000;
/** An agent that was asked to move has connected to another server by then, or its node is lost. */
const MOVED_WITHIN_MS = 10_000;
const MESSAGES = ['preflight', 'inventory', 'report', 'sample', 'orphan', 'benchmark', 'drill', 'trace'];
/** How often a server that is about to stop looks for agents that can move. */
const HAND_OVER_MS = 200;

/**
 * The agents connected to this server.
 *  - An agent connects: its node is online on this server, under the boot id of the handshake. An older connection at any server is closed.
 *  - An agent disconnects: its node is lost, unless a newer connection has replaced this one.
 *  - Any server changes the node's assignment: this server sends it.
 *  - Other servers have fewer agents: this server asks a part of its agents to move. Their nodes stay online meanwhile.
 *  - This server is about to stop, and others are there: it asks its agents to move, and takes no new ones.
 *  - The node is removed: its connection is closed at once.
 *  - This server could not reach the database, and another server marked its nodes lost: this server marks them online again.
 */
@Injectable()
export class AgentsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(AgentsService.name);
  private readonly connections = new Map<string, AgentConnection>();
  private readonly ending = new Set<Promise<void>>();
  /** After a connection was closed for its messages: seconds until the node may connect again. */
  private readonly pauses = new RateLimit(1, 1 / PAUSE_AFTER_BAD_SECONDS);
  private handingOver: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly agents: ReportedNodes,
    private readonly pairs: AuthenticationPairs,
    private readonly volumeKeys: VolumeKeys,
    private readonly messages: AgentMessagesService,
    private readonly server: ServerIdentity,
    private readonly feed: ChangeFeed,
    private readonly stats: StatsService,
    private readonly returns: TargetReturns,
    private readonly labels: LegLabelsService,
    private readonly orphanOrders: OrphanOrderNews,
    private readonly orphanCleaning: OrphanCleaning,
    private readonly preflight: PreflightNews,
    private readonly benchmarkOrders: BenchmarkOrders,
    private readonly drillOrders: DrillOrders,
    private readonly traces: TracesService,
    @Inject(CONFIG) private readonly config: Config,
    private readonly shutdown: Shutdown,
  ) {}

  onModuleInit(): void {
    this.shutdown.onHandOver(() => this.handOver());
    setInterval(() => {
      for (const connection of this.connections.values())
        if (connection.isEstablished && connection.reportAge.isStale && !connection.isMarkedStale)
          this.inBackground(this.markStale(connection));
    }, STALE_LOOK_MS).unref();
    this.feed.onChange(({ collection, id, deleted }) => {
      const connection = this.connections.get(id);
      if (!connection) return;
      if (collection === 'assignments') connection.push.wake();
      if (collection === 'nodes' && deleted) connection.close('node-removed', REMOVED);
      else if (collection === 'nodes') this.inBackground(this.check(connection));
    });
    this.feed.onResync(() => {
      for (const connection of this.connections.values()) {
        connection.push.wake();
        this.inBackground(this.check(connection));
      }
    });
  }

  /** Marks the nodes lost at once, so that the other servers need not wait for this server's timeout. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.handingOver);
    for (const connection of this.connections.values()) connection.close('server-stopping', STOPPING);
    await Promise.all(this.ending);
    await this.agents
      .markAllLost(this.server.id)
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the other servers were not notified; they will see this server as offline'),
      );
  }

  /**
   * Newest lines that an agent of this server has logged, oldest first.
   * @throws Error with the reason, when there are none: no connection here, no answer in time (an agent of an earlier version), or nothing kept there
   */
  async journal(nodeId: string, mostBytes: number): Promise<string[]> {
    const connection = this.connections.get(nodeId);
    if (!connection) throw new Error('its agent has just left its server');
    return askJournal(connection.socket, mostBytes);
  }

  /** Messages that arrive earlier wait until the node counts as online here. */
  connected(socket: AgentSocket): void {
    const { nodeId } = socket.data;
    if (this.handingOver) {
      socket.emit('closing', { code: 'server-stopping', detail: STOPPING });
      socket.disconnect(true);
      return;
    }
    const connection = new AgentConnection(
      socket,
      this.messages,
      new AssignmentPush(socket, this.agents, keyPushes(this.pairs, this.volumeKeys)),
    );
    connection.onFresh = () => {
      connection.isMarkedStale = false;
      this.inBackground(this.check(connection));
    };
    this.connections.get(nodeId)?.close('superseded', SUPERSEDED);
    this.connections.set(nodeId, connection);
    socket.onAny((event: unknown) => {
      if (!MESSAGES.some((name) => name === event)) connection.unknown(event);
    });
    onTooLargeMessage(socket, () => {
      this.pauses.take(nodeId);
      this.inBackground(
        connection.nameRefusal({ kind: 'message', code: 'out-of-bounds', detail: `it is larger than ${MAX_MESSAGE_BYTES} bytes` }),
      );
    });
    const { scrapeToken } = this.config;
    socket.emit('scrape', { tokenSha256: scrapeToken === null ? null : tokenHash(agentScrapeToken(scrapeToken)) });
    this.stats.connected(nodeId, (order) => socket.emit('sampling', order));
    this.returns.connected(nodeId, (news) => socket.emit('reachable', news));
    this.labels.connected(nodeId, (labels) => socket.emit('labels', labels));
    this.orphanOrders.connected(nodeId, (orders) => socket.emit('orphans', orders));
    this.preflight.connected(nodeId, (order) => socket.emit('preflight', order));
    this.benchmarkOrders.connected(nodeId, (orders) => socket.emit('benchmarks', orders));
    this.drillOrders.connected(nodeId, (orders) => socket.emit('drills', orders));
    socket.emit('tracing', { wanted: true });
    const establishing = connection
      .inOrder(() => this.establish(connection))
      .catch((error: unknown) => {
        // While it was established, a newer connection replaced it or the node was removed: the agent gets the reason, and nothing failed.
        if (error instanceof Refusal) return connection.close(error.code, error.message);
        connection.close('unavailable', 'The server could not store the connection: connect to another one.');
        throw error;
      });
    this.inBackground(establishing);
  }

  disconnected(socket: AgentSocket): void {
    const { nodeId, nodeName, connectionId } = socket.data;
    this.logger.log({ nodeId }, `${nodeName} disconnected`);
    const connection = this.connections.get(nodeId);
    if (connection?.socket !== socket) return;
    this.connections.delete(nodeId);
    if (connection.wasTooBad) this.pauses.take(nodeId);
    this.stats.disconnected(nodeId);
    this.returns.disconnected(nodeId);
    this.labels.disconnected(nodeId);
    this.orphanOrders.disconnected(nodeId);
    this.preflight.disconnected(nodeId);
    this.benchmarkOrders.disconnected(nodeId);
    this.drillOrders.disconnected(nodeId);
    connection.push.stop();
    const markLost = () => {
      if (!this.stopping) this.inBackground(connection.inOrder(() => this.agents.markLost(nodeId, connectionId)));
    };
    // A newer connection, at whichever server, makes this a change of nothing.
    if (connection.isMoving) setTimeout(markLost, MOVED_WITHIN_MS).unref();
    else markLost();
  }

  get count(): number {
    return this.connections.size;
  }

  /** Asks at most so many agents to connect to another server: those connected longest, and none whose order or message is on its way. @returns how many. */
  moveAway(most: number): number {
    const movable = [...this.connections.values()]
      .filter((each) => each.isIdle && !each.isMarkedStale && each.ageMs > MOVES_AFTER_MS)
      .sort((one, other) => other.ageMs - one.ageMs)
      .slice(0, most);
    for (const connection of movable) {
      connection.isMoving = true;
      connection.close('server-has-more', MOVE);
    }
    return movable.length;
  }

  /** Agents move before the server stops, so that their nodes stay online: each as soon as none of its messages or assignments is on its way. */
  private handOver(): void {
    const moveIdle = () => {
      for (const connection of this.connections.values()) {
        if (!connection.isIdle || connection.isMarkedStale) continue;
        connection.isMoving = true;
        connection.close('server-stopping', STOPPING);
      }
    };
    this.handingOver = setInterval(moveIdle, HAND_OVER_MS).unref();
    moveIdle();
  }

  receive(socket: AgentSocket, kind: 'inventory' | 'report', message: unknown): Promise<AgentAck> {
    const connection = this.connections.get(socket.data.nodeId);
    if (connection?.socket === socket) return connection.receive(kind, message);
    return Promise.resolve({ ok: false, code: 'superseded', detail: SUPERSEDED });
  }

  /** How an order to remove an orphan ended. */
  orphanEnded(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    return this.taken(socket, 'orphan', message, orphanOutcomeSchema, (nodeId, outcome) => this.orphanCleaning.outcome(nodeId, outcome));
  }

  /** Progress or the end of an order of a benchmark. */
  benchmarkNews(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    return this.taken(socket, 'benchmark', message, benchmarkNewsSchema, (nodeId, news) => this.benchmarkOrders.take(nodeId, news));
  }

  /** Progress or the end of an order of a drill. */
  drillNews(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    return this.taken(socket, 'drill', message, drillNewsSchema, (nodeId, news) => this.drillOrders.take(nodeId, news));
  }

  /** What an agent did for single objects, with times. */
  traced(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    return this.taken(socket, 'trace', message, traceNewsSchema, (_nodeId, { traces }, { identity, push }) =>
      this.traces.take({ nodeId: identity.nodeId, nodeName: identity.nodeName }, traces, push.moments),
    );
  }

  /** A message in another form is counted as an unknown one. */
  private async taken<T>(
    socket: AgentSocket,
    event: string,
    message: unknown,
    schema: z.ZodType<T>,
    take: (nodeId: string, message: T, connection: AgentConnection) => Promise<void>,
  ): Promise<AgentAck> {
    const { nodeId } = socket.data;
    const connection = this.connections.get(nodeId);
    if (connection?.socket !== socket) return { ok: false, code: 'superseded', detail: SUPERSEDED };
    const { success, data, error } = schema.safeParse(message);
    if (!success) {
      connection.unknown(event);
      return { ok: false, code: 'invalid', detail: error.message.slice(0, 1024) };
    }
    await take(nodeId, data, connection);
    return { ok: true };
  }

  /** What an agent read for a preflight run. */
  preflightAnswered(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    return this.taken(socket, 'preflight', message, preflightAnswerSchema, (nodeId, answer) => this.preflight.answered(nodeId, answer));
  }

  /** Statistics wait neither for earlier messages nor for the database, only for other samples. */
  async sample(socket: AgentSocket, message: unknown): Promise<AgentAck> {
    const { nodeId, nodeName } = socket.data;
    const connection = this.connections.get(nodeId);
    if (connection?.socket !== socket) return { ok: false, code: 'superseded', detail: SUPERSEDED };
    const answer = await this.stats.receive(nodeId, nodeName, message);
    if (!answer.ok && answer.code === 'out-of-bounds')
      this.inBackground(connection.nameRefusal({ kind: 'sample', code: answer.code, detail: answer.detail }));
    return answer;
  }

  /**
   * Whether an agent with a valid credential may connect. After a connection was closed for its messages, the agent must pause before the next. If two agents
   * hold the same credential, the later one is refused while the connected one answers.
   * @throws Refusal
   */
  async admit(identity: AgentIdentity): Promise<void> {
    const { nodeId, nodeName, address } = identity;
    const wait = this.pauses.wait(nodeId);
    if (wait > 0) throw new Refusal('agent-has-to-pause', { retryAfterSeconds: wait });
    const node = await this.agents.node(nodeId);
    if (!node) return;
    const decision = admission(node, identity);
    if (decision === 'admit' || (decision === 'ask-holder' && !(await this.holderAnswers(nodeId)))) return;
    const holderAddress = node.status.connection.address;
    await this.agents.setConditions(nodeId, (conditions) =>
      withSecondHolder(conditions, { node: nodeRef(nodeId, nodeName), address, holderAddress }, new Date().toISOString()),
    );
    this.logger.warn(
      { nodeId, address, holderAddress },
      `two agents hold the credential of ${nodeName}: the one from ${address} was refused`,
    );
    throw new Refusal('credential-shared', { nodeName, holderAddress: holderAddress ?? undefined });
  }

  /** Whether the agent that is connected as this node, at any server, answers. */
  private async holderAnswers(nodeId: string): Promise<boolean> {
    const here = this.connections.get(nodeId);
    if (here?.socket.connected) return answersPing(here.socket, HOLDER_ANSWERS_MS);
    const question = await this.agents.askHolder(nodeId);
    const deadline = performance.now() + HOLDER_ANSWERS_MS;
    for (let attempts = 1; performance.now() < deadline; attempts++) {
      await delay(retryDelayMs(retries.credentialHolder, attempts), undefined, { ref: false });
      const node = await this.agents.node(nodeId);
      if (node?.status.holderAnswer === question) return true;
      if (node?.status.connection.state !== 'online') return false;
    }
    return false;
  }

  /** For a connected agent that does not report: marks the node lost, so that its last report does not count as current. */
  private async markStale(connection: AgentConnection): Promise<void> {
    const { nodeId, nodeName, connectionId } = connection.identity;
    connection.isMarkedStale = true;
    await this.agents.markLost(nodeId, connectionId);
    await this.agents.setConditions(nodeId, (conditions) =>
      withStaleReports(conditions, nodeRef(nodeId, nodeName), new Date().toISOString()),
    );
    this.logger.warn({ nodeId }, `${nodeName} is connected but has not reported for a long time; it counts as lost until it reports`);
  }

  private async establish(connection: AgentConnection): Promise<void> {
    const { nodeId, nodeName, bootId, agent, connectionId, instanceId, machineId, address } = connection.identity;
    const node = await this.agents.connect(nodeId, {
      bootId,
      agent,
      connection: {
        state: 'online',
        since: new Date(),
        serverId: this.server.id,
        connectionId,
        address,
        ...(instanceId ? { instanceId } : {}),
        ...(machineId ? { machineId } : {}),
      },
    });
    if (!node) return connection.close('node-removed', REMOVED);
    this.logger.log({ nodeId, bootId }, `${nodeName} connected`);
    connection.tellHistory(await this.messages.greet(connection.identity));
    connection.isEstablished = true;
    const { held } = connection.identity;
    if (held) connection.push.heard(held);
    else if (node.status.acceptedGeneration !== null)
      connection.push.heard({ historyId: null, generation: node.status.acceptedGeneration, hash: '' });
    connection.push.wake();
    if (node.spec.rotation) this.inBackground(rotateCredential(connection, this.agents));
  }

  /** Checks that this connection is still the node's newest. If so, marks the node online here, whatever was stored meanwhile. */
  private async check(connection: AgentConnection): Promise<void> {
    const { nodeId, connectionId, address } = connection.identity;
    if (!connection.isEstablished) return;
    const node = await this.agents.node(nodeId);
    if (!node || isBeingRemoved(node)) return connection.close('node-removed', REMOVED);
    if (node.status.connection.connectionId !== connectionId) return connection.close('superseded', SUPERSEDED);
    if (!node.status.historyDoubt) connection.tellHistory(null);
    if (node.spec.rotation) this.inBackground(rotateCredential(connection, this.agents));
    if (
      node.status.holderQuestion !== undefined &&
      node.status.holderQuestion !== node.status.holderAnswer &&
      (await answersPing(connection.socket, HOLDER_ANSWERS_MS))
    )
      await this.agents.answerHolder(nodeId, connectionId, node.status.holderQuestion);
    if (node.status.connection.state === 'online' || connection.isMarkedStale || !connection.socket.connected) return;
    await this.agents.updateConnected(nodeId, connectionId, {
      connection: { ...node.status.connection, state: 'online', since: new Date(), serverId: this.server.id, connectionId, address },
    });
  }

  private inBackground(work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => this.logger.error({ err: error }, 'the state of an agent connection was not stored'))
      .finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }
}
