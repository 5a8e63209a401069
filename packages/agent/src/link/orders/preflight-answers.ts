import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import { type PreflightAnswer, type PreflightOrder, preflightOrderSchema } from '@weft/shared/messages/host-facts';
import type { Host } from '../../host/host.js';
import { concurrency } from '../../load/concurrency.js';
import { errorText, type Log } from '../../log/log.js';
import type { AgentSocket } from '../connection.js';

/*
 * Answers preflight runs.
 *  - an order arrives: the agent reads its facts and sends its probes once, and answers.
 *  - the same order arrives again: the answer did not arrive, and is sent again; or the agent still collects, and does nothing.
 *  - reading fails: the agent logs why and does not answer, so that the node counts as not answered. The next order of the run tries again.
 */
export class PreflightAnswers {
  private answered: PreflightAnswer | null = null;
  private collects: string | null = null;
  private socket: AgentSocket | undefined;

  constructor(
    private readonly host: Pick<Host, 'readFacts' | 'probe'>,
    private readonly log: Log,
  ) {}

  attend(socket: AgentSocket): void {
    this.socket = socket;
    socket.on('preflight', (message) => {
      const parsed = preflightOrderSchema.safeParse(message);
      if (parsed.success) void this.take(parsed.data);
      else this.log('warn', 'the server sent a preflight order in an unknown form', { error: parsed.error.message });
    });
    socket.on('disconnect', () => {
      if (this.socket === socket) this.socket = undefined;
    });
  }

  private async take(order: PreflightOrder): Promise<void> {
    if (this.collects === order.runId) return;
    if (this.answered?.runId !== order.runId) {
      this.collects = order.runId;
      try {
        this.answered = await this.collect(order);
      } catch (error) {
        this.log('warn', 'the facts of a preflight run could not be read', { error: errorText(error) });
        return;
      } finally {
        if (this.collects === order.runId) this.collects = null;
      }
    }
    this.send(this.answered);
  }

  private async collect({ runId, probes }: PreflightOrder): Promise<PreflightAnswer> {
    const limit = new ConcurrencyLimit(concurrency.probes);
    const [facts, outcomes] = await Promise.all([
      this.host.readFacts(),
      Promise.all(probes.map((probe) => limit.run(() => this.host.probe(probe)))),
    ]);
    return { runId, facts, probes: outcomes };
  }

  /** A server that does not take it sends the order again. */
  private send(answer: PreflightAnswer): void {
    this.socket?.emit('preflight', answer, (ack) => {
      if (!ack.ok) this.log('warn', `the server did not take the answer to a preflight run: ${ack.detail}`);
    });
  }
}
