import { tracingOrderSchema } from '@weft/shared/timeline/trace';
import { errorText, type Log } from '../log/log.js';
import type { Traces } from '../trace/traces.js';
import type { AgentSocket } from './connection.js';

const ACK_TIMEOUT_MS = 10_000;

/**
 * Sends traces to a server that has asked for them on this connection: an older server counts a message that it does not know as a bad one. One message at a
 * time, and none is sent again. A server that refuses one, of another form than it knows, gets no more on this connection: it would count each as a bad one.
 */
export class TraceSender {
  #socket: AgentSocket | null = null;
  #busy = false;

  constructor(
    private readonly traces: Pick<Traces, 'take' | 'onEnded'>,
    private readonly log: Log,
  ) {
    traces.onEnded = () => this.flush();
  }

  /** Switches to a new connection; the previous one has ended. */
  attend(socket: AgentSocket): void {
    this.#socket = null;
    socket.on('tracing', (order: unknown) => {
      const { success, data } = tracingOrderSchema.safeParse(order);
      this.#socket = success && data.wanted ? socket : null;
    });
  }

  /** Sends what is due, if anything. Called after each round of the loop, and when traces end. */
  flush(): void {
    if (!this.#busy) void this.#send();
  }

  async #send(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#socket?.connected) {
        const traces = this.traces.take();
        if (traces.length === 0) return;
        const answer = await this.#socket.timeout(ACK_TIMEOUT_MS).emitWithAck('trace', { traces });
        if (answer.ok) continue;
        this.log('warn', 'the server refused traces, and gets no more on this connection', { code: answer.code, detail: answer.detail });
        this.#socket = null;
      }
    } catch (error) {
      this.log('debug', 'the server did not acknowledge traces', { error: errorText(error) });
    } finally {
      this.#busy = false;
    }
  }
}
