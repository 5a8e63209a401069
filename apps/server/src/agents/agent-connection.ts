import { Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AgentAck } from '@weft/shared/links/agent-link';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { concurrency } from '../core/load/concurrency.js';
import { eventName } from '../core/sockets/disconnect-on-other.js';
import type { AssignmentPush } from './assignments/assignment-push.js';
import { type AgentSocket, Refusal } from './link/agent-socket.js';
import type { AgentMessagesService } from './messages/agent-messages.service.js';
import type { Refused } from './messages/refused-messages.js';
import { ReportAge } from './messages/report-age.js';

/** Refused messages in a row that close the connection, */
const MAX_BAD = 20;
/** of which one is forgiven in so many seconds: an agent that repeats a refused message every 30 s stays connected, and its node online. */
const FORGIVEN_SECONDS = 12;
/** Refusals that end the connection, or that the agent's next connection ends. The state of the node does not show them. */
const PASSING: readonly string[] = ['superseded', 'node-removed', 'wrong-boot', 'rate-limited'];
const BURST = 50;
const PER_SECOND = 10;

/** One agent's socket: handles its messages in order and in bounded number, counts refused ones, and sends its assignment. */
export class AgentConnection {
  private readonly logger = new Logger(AgentConnection.name);
  /** Without a limit of its own: `receive` limits the messages, and the end of the connection must be stored whatever the agent sent. */
  private readonly queue = new ConcurrencyLimit({ ...concurrency.agentMessages, longestQueue: Number.POSITIVE_INFINITY });
  private readonly rate = new RateLimit(BURST, PER_SECOND);
  readonly reportAge = new ReportAge();
  /** The node counts as lost because this connection's reports are stale. */
  isMarkedStale = false;
  /** Called when a report arrives after the connection was marked stale. */
  onFresh: () => void = () => undefined;
  private readonly forgiven = new RateLimit(MAX_BAD - 1, 1 / FORGIVEN_SECONDS);
  private bad = 0;
  private isTooBad = false;
  /** Messages that wait or are being stored. */
  private unanswered = 0;
  /** Last text stored on the node, so that the same text is not written again. */
  private lastRefusal = '';
  private doubt: string | null | undefined;
  /** The rotation of the credential has started. */
  isRotating = false;
  /** The node counts as online through this connection. */
  isEstablished = false;
  /** The agent was asked to connect to another server. */
  isMoving = false;
  private readonly startedAt = performance.now();

  constructor(
    readonly socket: AgentSocket,
    private readonly messages: AgentMessagesService,
    readonly push: AssignmentPush,
  ) {}

  get identity() {
    return this.socket.data;
  }

  /** True if the connection was closed because too many of its messages were refused. */
  get wasTooBad(): boolean {
    return this.isTooBad;
  }

  /** Milliseconds since the agent connected. */
  get ageMs(): number {
    return performance.now() - this.startedAt;
  }

  /** Nothing is half sent: no message is being stored, and the agent has the newest assignment. */
  get isIdle(): boolean {
    return this.isEstablished && this.unanswered === 0 && !this.push.isBusy;
  }

  /** Answers every message; never throws. */
  async receive(kind: 'inventory' | 'report', message: unknown): Promise<AgentAck> {
    const mostUnanswered = concurrency.agentMessages.longestQueue + 1;
    if (this.unanswered >= mostUnanswered || this.rate.take('') > 0)
      return this.refuse(kind, new Refusal('agent-sends-too-often', { perSecond: PER_SECOND, mostUnanswered }));
    this.unanswered++;
    const arrivedAt = new Date();
    try {
      await this.queue.run(() => this.store(kind, message, arrivedAt));
      this.lastRefusal = '';
      return kind === 'inventory' ? { ok: true, atMs: Date.now() } : { ok: true };
    } catch (error) {
      if (error instanceof Refusal) {
        if (!PASSING.includes(error.code)) await this.nameRefusal({ kind, code: error.code, detail: error.message });
        return this.refuse(kind, error);
      }
      this.logger.error({ err: error, nodeId: this.identity.nodeId }, `a message of ${this.identity.nodeName} (${kind}) was not stored`);
      return {
        ok: false,
        code: error instanceof DomainError ? error.code : 'internal',
        detail: 'The server could not store the message: send it again.',
      };
    } finally {
      this.unanswered--;
    }
  }

  /** Records on the node that one of its messages was refused. */
  async nameRefusal(refused: Refused): Promise<void> {
    if (refused.detail === this.lastRefusal) return;
    this.lastRefusal = refused.detail;
    await this.messages
      .refused(this.identity, refused)
      .catch((error: unknown) => this.logger.error({ err: error, nodeId: this.identity.nodeId }, 'the condition of a node was not stored'));
  }

  /** Runs `work` after everything that arrived before, and before everything that arrives later. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    return this.queue.run(work);
  }

  /** Sends the agent the reason why the node does not follow this database, or null; only on change. */
  tellHistory(doubt: string | null): void {
    if (doubt === this.doubt) return;
    this.doubt = doubt;
    this.socket.emit('history', { doubt });
  }

  /** Handles an event that the contract does not contain. */
  unknown(event: unknown): void {
    this.refuse(eventName(event), new Refusal('agent-event-unknown', {}));
  }

  close(code: string, detail: string): void {
    this.push.stop();
    if (!this.socket.connected) return;
    this.logger.log({ nodeId: this.identity.nodeId, code }, `connection of ${this.identity.nodeName} closed: ${detail}`);
    this.socket.emit('closing', { code, detail });
    this.socket.disconnect(true);
  }

  private async store(kind: 'inventory' | 'report', message: unknown, arrivedAt: Date): Promise<void> {
    if (kind === 'inventory') await this.messages.inventory(this.identity, message);
    else {
      const { held, doubt, changed } = await this.messages.report(this.identity, message);
      this.push.moments.reported(changed, arrivedAt);
      this.tellHistory(doubt);
      this.push.heard(held);
      this.reportAge.heard();
      if (this.isMarkedStale) this.onFresh();
    }
  }

  private refuse(kind: string, { code, message }: Refusal): AgentAck {
    this.bad += 1;
    if (this.forgiven.take('') > 0) this.isTooBad = true;
    this.logger.warn(
      { nodeId: this.identity.nodeId, kind, code, bad: this.bad },
      `a message of ${this.identity.nodeName} was refused: ${message}`,
    );
    if (code === 'superseded' || code === 'node-removed') this.close(code, message);
    else if (this.isTooBad) this.closeTooBad(message);
    return { ok: false, code, detail: message };
  }

  private closeTooBad(last: string): void {
    const detail = `${MAX_BAD} messages were refused, the last because: ${last}`;
    void this.nameRefusal({ kind: 'message', code: 'too-many', detail });
    this.close('too-many-bad-messages', detail);
  }
}
