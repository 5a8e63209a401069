import { Logger } from '@nestjs/common';
import { withCondition } from '@weft/shared/kinds/common';
import { assignmentAckSchema } from '@weft/shared/messages/agent-link';
import type { AssignmentDocument } from './agent.documents.js';
import type { AgentSocket } from './agent-socket.js';
import type { AgentsRepository } from './agents.repository.js';

const ACK_WITHIN_MS = 15_000;
const RETRY_AFTER_MS = 5000;
/** One that was refused (its disk is full, say) is offered again ever more rarely, for as long as the agent is connected: nothing else would tell that it can take it now. */
const REFUSED_AGAIN_MS = 60_000;

/**
 * Brings one agent its assignment, until it has said that the newest is on its disk. Level-triggered: `wake` says that there may be something
 * to do, and the newest generation is read each time. Nobody waits for an agent: changes were committed long before.
 */
export class AssignmentPush {
  private readonly logger = new Logger(AssignmentPush.name);
  private running = false;
  private again = false;
  private retry: NodeJS.Timeout | undefined;
  /** Newest generation that the agent is known to have. */
  private accepted = -1;
  private refusals = 0;
  private lastRefusal: string | null = null;

  constructor(
    private readonly socket: AgentSocket,
    private readonly agents: AgentsRepository,
  ) {}

  /** The agent itself says what it has: less than it was sent, when it has lost its disk. */
  heard(generation: number): void {
    const before = this.accepted;
    this.accepted = generation;
    if (generation < before) this.wake();
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
      if (assignment && assignment.generation > this.accepted) await this.send(assignment);
    }
    this.again &&= this.socket.connected;
  }

  private async send({ _id: nodeId, clusterId, generation, hash, content }: AssignmentDocument): Promise<void> {
    const answer: unknown = await this.socket
      .timeout(ACK_WITHIN_MS)
      .emitWithAck('assignment', { clusterId, nodeId, generation, hash, content });
    const ack = assignmentAckSchema.parse(answer);
    const { connectionId } = this.socket.data;
    const refused = 'refused' in ack ? ack.refused : null;
    if ('generation' in ack) {
      this.refusals = 0;
      this.accepted = Math.max(this.accepted, ack.generation);
      await this.agents.updateConnected(nodeId, connectionId, { acceptedGeneration: ack.generation });
    } else {
      if (refused !== this.lastRefusal)
        this.logger.warn({ nodeId, generation, refused }, `${this.socket.data.nodeName} refused generation ${generation}: ${refused}`);
      this.wakeIn(Math.min(REFUSED_AGAIN_MS, RETRY_AFTER_MS * 2 ** this.refusals++));
    }
    this.lastRefusal = refused;
    await this.agents.setConditions(nodeId, (conditions) => {
      const condition = {
        type: 'AssignmentAccepted',
        status: refused === null ? ('true' as const) : ('false' as const),
        reason: refused === null ? 'accepted' : 'refused',
        message: refused ?? 'the agent stored its newest assignment',
      };
      return withCondition(conditions, condition, new Date().toISOString());
    });
  }

  private later(error: unknown): void {
    if (!this.socket.connected) return;
    const { nodeId, nodeName } = this.socket.data;
    this.logger.warn({ err: error, nodeId }, `the assignment did not reach ${nodeName}: sent again in ${RETRY_AFTER_MS / 1000} s`);
    this.wakeIn(RETRY_AFTER_MS);
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
