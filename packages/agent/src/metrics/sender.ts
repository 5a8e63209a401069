import type { Inventory } from '@weft/shared/messages/inventory';
import { sampleSchema } from '@weft/shared/messages/sample';
import type { AgentSocket } from '../link/connection.js';
import { fit } from '../link/fit.js';
import { errorText, type Log } from '../log/log.js';
import type { Collector, Reading } from './collector.js';
import { sampleBetween } from './sample.js';

/*
 * Sends samples as often as the server has ordered on this connection.
 *  - no order yet, or no connection: it reads and keeps nothing. The first reading of a connection starts its first sample.
 *  - one at a time: while a sample is unanswered it reads nothing, and the next sample covers a longer interval.
 *  - a sample without an answer is not sent again: whether the server has it is unknown, and a gap is better than a duplicate.
 * It has a timer of its own, beside the loop: a slow server or a slow reading blocks nothing else.
 */
const ACK_TIMEOUT_MS = 10_000;
const SECONDS = { least: 1, most: 60 };
/** The same problem is logged once in this time. */
const SAID_FOR_MS = 300_000;

export interface SenderSettings {
  collector: Collector;
  inventory: () => Inventory | null;
  log: Log;
}

export class SampleSender {
  #socket: AgentSocket | null = null;
  #intervalMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #before: Reading | null = null;
  #sequence = 0;
  #busy = false;
  readonly #said = new Map<string, number>();

  constructor(private readonly settings: SenderSettings) {}

  /** Switches to a new connection; the previous one has ended. */
  attend(socket: AgentSocket): void {
    this.stop();
    this.#socket = socket;
    socket.on('sampling', (order: unknown) => this.#order(order));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    this.#before = null;
    this.#intervalMs = 0;
  }

  #order(order: unknown): void {
    const seconds = (order as { intervalSeconds?: unknown } | null)?.intervalSeconds;
    if (typeof seconds !== 'number' || !(seconds >= SECONDS.least && seconds <= SECONDS.most)) {
      this.#say('error', 'the server ordered sampling in a form that this agent does not know', JSON.stringify(order)?.slice(0, 200) ?? '');
      return;
    }
    if (seconds * 1000 === this.#intervalMs) return;
    this.#intervalMs = seconds * 1000;
    clearTimeout(this.#timer);
    this.#tick(this.settings.collector.now());
  }

  /** At even intervals: the time that a reading takes does not add up. */
  #tick(dueMs: number): void {
    const socket = this.#socket;
    if (!socket?.connected) {
      this.stop();
      return;
    }
    const now = this.settings.collector.now();
    const next = Math.max(dueMs + this.#intervalMs, now);
    this.#timer = setTimeout(() => this.#tick(next), next - now);
    this.#timer.unref();
    if (!this.#busy) void this.#sample(socket);
  }

  async #sample(socket: AgentSocket): Promise<void> {
    const { collector, inventory } = this.settings;
    this.#busy = true;
    try {
      const reading = await collector.read();
      // The connection may have changed meanwhile.
      if (this.#socket !== socket || !socket.connected) return;
      const sample = this.#before && sampleBetween(this.#before, reading, inventory());
      this.#before = reading;
      if (!sample) return;
      const whole = { sequence: ++this.#sequence, endedAgoMs: Math.max(0, collector.now() - reading.atMs), ...sample };
      const { message } = fit(sampleSchema, whole);
      const answer = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('sample', message);
      if (!answer.ok) this.#say('error', 'the server refused a sample', `${answer.code}: ${answer.detail}`);
    } catch (error) {
      if (this.#socket === socket && socket.connected) this.#say('warn', 'no sample of this interval', errorText(error));
    } finally {
      this.#busy = false;
    }
  }

  #say(level: 'warn' | 'error', message: string, detail: string): void {
    const { collector, log } = this.settings;
    const again = collector.now() - (this.#said.get(message) ?? Number.NEGATIVE_INFINITY) < SAID_FOR_MS;
    if (!again) this.#said.set(message, collector.now());
    log(again ? 'debug' : level, message, { detail });
  }
}
