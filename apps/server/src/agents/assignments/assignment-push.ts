import { Logger } from '@nestjs/common';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { ASSIGNMENT_REFUSED } from '@weft/shared/kinds/condition-types';
import { assignmentAckSchema } from '@weft/shared/links/agent-link';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type Held, isSameHeld } from '@weft/shared/messages/history';
import { said } from '@weft/shared/text/rendering/render';
import { retries } from '../../core/load/retries.js';
import type { AssignmentDocument } from '../../domain/documents/agent.documents.js';
import { knownFor } from '../../domain/node/history-doubt.js';
import type { AgentNode, ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import type { AgentSocket } from '../link/agent-socket.js';
import { answerTo } from '../link/assignment-answer.js';
import { DeliveryMoments } from '../link/delivery-moments.js';

const ACK_WITHIN_MS = 15_000;

/** An older agent reports only its generation; it gets no second assignment of that generation. */
const isNews = (held: Held | null, next: Held): boolean =>
  held === null || next.generation > held.generation || (held.hash !== '' && !isSameHeld(held, next));

/**
 * Sends one agent its assignment until the agent has confirmed that the newest is on its disk. Level-triggered: `wake` means that there may be work, and
 * the newest generation is read each time. No caller waits for an agent: the changes are already committed.
 */
export class AssignmentPush {
  private readonly logger = new Logger(AssignmentPush.name);
  readonly moments = new DeliveryMoments();
  private running = false;
  private again = false;
  private retry: NodeJS.Timeout | undefined;
  /** The assignment that the agent is known to have stored; null: not reported, or none. */
  private held: Held | null = null;
  private refusals = 0;
  private lastRefusal: string | null = null;

  constructor(
    private readonly socket: AgentSocket,
    private readonly agents: ReportedNodes,
    /** Sends the node's keys that are new; missing: none. False: keys of encrypted volumes could not be opened now. */
    private readonly sendKeys: (socket: AgentSocket) => Promise<boolean> = async () => true,
  ) {}

  /** Takes the agent's own report of its stored assignment: older than the one sent if it lost its disk. */
  heard(held: Held): void {
    const before = this.held;
    // An older agent does not report the content that it has.
    if (before && (isSameHeld(before, held) || (held.hash === '' && held.generation === before.generation))) return;
    this.held = held;
    if (before) this.wake();
  }

  /** An assignment is being sent, or is sent again later. */
  get isBusy(): boolean {
    return this.running || this.retry !== undefined;
  }

  wake(): void {
    this.again = true;
    if (this.running) return;
    this.running = true;
    this.work()
      .catch((error: unknown) => this.later(error))
      .finally(() => {
        this.running = false;
        if (this.again && this.retry === undefined) this.wake();
      });
  }

  stop(): void {
    clearTimeout(this.retry);
    this.again = false;
  }

  private async work(): Promise<void> {
    while (this.again && this.socket.connected) {
      this.again = false;
      const assignment = await this.agents.assignment(this.socket.data.nodeId);
      if (!assignment) continue;
      // Before the assignment that names them. A running connection needs none of it, so an assignment without a new key is sent as well.
      if (!(await this.sendKeys(this.socket))) this.wakeIn(retryDelayMs(retries.volumeKeys, 1));
      const [historyId, node] = await Promise.all([this.agents.historyId(), this.agents.node(assignment._id)]);
      if (node && isNews(this.held, { ...assignment, historyId })) await this.send(assignment, node, historyId);
    }
    this.again &&= this.socket.connected;
  }

  private async send(
    { _id: nodeId, clusterId, generation, hash, content, updatedAt }: AssignmentDocument,
    node: AgentNode,
    historyId: string,
  ): Promise<void> {
    const { connectionId } = this.socket.data;
    // The node's history is in doubt, or this connection is not its newest: the code that ends either situation calls `wake` again.
    if (node.status.historyDoubt) return;
    const offer: Held = { historyId, generation, hash };
    const last = node.status.offered?.at(-1);
    if (!(last && isSameHeld(last, offer)) && !(await this.agents.offer(nodeId, connectionId, offer))) return;
    const assignment = {
      ...{ clusterId, nodeId, generation, hash, historyId, content },
      known: knownFor({ ...node, status: { ...node.status, offered: [...(node.status.offered ?? []), offer] } }, this.held),
      acknowledged: (node.status.acknowledged?.generation ?? 0) > 0,
      acceptedLossId: node.status.ledgerLoss?.acceptedBy ? node.status.ledgerLoss.id : null,
    };
    this.moments.sent(generation, updatedAt);
    const ack = assignmentAckSchema.parse(
      await answerTo(this.socket, (socket, ack) => socket.emit('assignment', assignment, ack), ACK_WITHIN_MS),
    );
    const refused = 'refused' in ack ? ack.refused : null;
    if ('generation' in ack) {
      this.moments.acknowledged(generation);
      this.refusals = 0;
      this.held = offer;
      await this.agents.updateConnected(nodeId, connectionId, { acceptedGeneration: generation, acknowledged: offer });
    } else {
      if (refused !== this.lastRefusal)
        this.logger.warn({ nodeId, generation, refused }, `${this.socket.data.nodeName} refused generation ${generation}: ${refused}`);
      this.wakeIn(retryDelayMs(retries.assignmentRefused, ++this.refusals));
    }
    this.lastRefusal = refused;
    await this.agents.setConditions(nodeId, (conditions) => {
      const condition: NewCondition = {
        type: ASSIGNMENT_REFUSED,
        status: refused === null ? ('false' as const) : ('true' as const),
        ...(refused === null ? said('assignment-stored', {}, 'accepted') : said('assignment-refused', { refusal: refused }, 'refused')),
      };
      return withCondition(conditions, condition, new Date().toISOString());
    });
  }

  private later(error: unknown): void {
    if (!this.socket.connected) return;
    const { nodeId, nodeName } = this.socket.data;
    const pauseMs = retryDelayMs(retries.assignmentUnanswered, 1);
    this.logger.warn({ err: error, nodeId }, `the assignment did not reach ${nodeName}; the next attempt is in ${pauseMs / 1000} s`);
    this.wakeIn(pauseMs);
  }

  private wakeIn(ms: number): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.wake();
    }, ms);
    this.retry.unref();
  }
}
