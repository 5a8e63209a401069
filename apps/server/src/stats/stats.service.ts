import { Injectable, Logger } from '@nestjs/common';
import type { AgentAck } from '@weft/shared/links/agent-link';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { SlicedQueue } from '../core/load/sliced-queue.js';
import { StatsCatalog } from './catalog/stats-catalog.js';
import { HistoryWriter } from './history/history-writer.js';
import { LiveStatisticsService } from './live/live-statistics.service.js';
import { contributions } from './points/contributions.js';
import { type Before, checkSample, SampleRefusal } from './sampling/check-sample.js';
import { SamplingOrders } from './sampling/sampling-orders.js';
import { StatsMetrics } from './sampling/stats-metrics.js';

const BURST = 10;
const PER_SECOND = 2;
/** For each node, the first refusal is logged, and then one in this many. */
const LOG_EVERY = 100;

interface Sender {
  before: Before | undefined;
  refused: number;
}

/**
 * Takes samples: checks them, adds them to the open points of the history, and sends them to watchers. Nothing here waits for MongoDB. An agent sends the next
 * one when it has the answer, so a server that is behind gets fewer.
 */
@Injectable()
export class StatsService {
  private readonly logger = new Logger(StatsService.name);
  private readonly senders = new Map<string, Sender>();
  private readonly rate = new RateLimit(BURST, PER_SECOND);
  private readonly queue = new SlicedQueue();

  constructor(
    private readonly catalog: StatsCatalog,
    private readonly history: HistoryWriter,
    private readonly orders: SamplingOrders,
    private readonly live: LiveStatisticsService,
    private readonly metrics: StatsMetrics,
  ) {}

  /** A node's agent has connected here and gets its sampling interval. Its process may be new: sequences start again. */
  connected(nodeId: string, send: (order: { intervalSeconds: number }) => void): void {
    const { before, refused } = this.senders.get(nodeId) ?? { before: undefined, refused: 0 };
    this.senders.set(nodeId, { before: before && { ...before, sequence: null }, refused });
    this.orders.connected(nodeId, send);
  }

  disconnected(nodeId: string): void {
    this.orders.disconnected(nodeId);
    this.live.gone(nodeId);
  }

  /** Takes a sample of a connected node in its turn. */
  async receive(nodeId: string, nodeName: string, message: unknown): Promise<AgentAck> {
    if (this.rate.take(nodeId) > 0) {
      const refusal = new SampleRefusal('rate-limited', `At most ${PER_SECOND} samples a second: send fewer.`);
      return this.refuse(nodeId, nodeName, this.senderOf(nodeId), refusal);
    }
    const [arrivedAt, since] = [Date.now(), performance.now()];
    return this.queue.run(() => {
      this.orders.waited(performance.now() - since);
      return this.take(nodeId, nodeName, message, arrivedAt);
    });
  }

  /** Takes a sample that arrived at `now`. An invalid sample is refused, and no error. */
  take(nodeId: string, nodeName: string, message: unknown, now = Date.now()): AgentAck {
    const began = performance.now();
    const sender = this.senderOf(nodeId);
    try {
      const { sample, from, to } = checkSample(message, sender.before, now);
      sender.before = { sequence: sample.sequence, endedAt: to };
      const { list, unknown } = contributions(nodeId, sample, this.catalog);
      for (const { series, observed } of list) this.history.add(series, observed, from, to);
      // The sample counted during its own interval, however late it or the one before arrived.
      this.live.take(nodeId, list, to - sample.durationMs, to);
      this.metrics.samples.inc();
      this.metrics.unknownObjects.inc(unknown);
      return { ok: true };
    } catch (error) {
      if (!(error instanceof SampleRefusal)) throw error;
      return this.refuse(nodeId, nodeName, sender, error);
    } finally {
      this.orders.took(performance.now() - began);
    }
  }

  private senderOf(nodeId: string): Sender {
    const sender = this.senders.get(nodeId) ?? { before: undefined, refused: 0 };
    this.senders.set(nodeId, sender);
    return sender;
  }

  private refuse(nodeId: string, nodeName: string, sender: Sender, { reason, message }: SampleRefusal): AgentAck {
    this.metrics.refuse(reason);
    if (sender.refused % LOG_EVERY === 0)
      this.logger.warn(
        { nodeId, code: reason, refused: sender.refused + 1 },
        `a sample of ${nodeName} was refused, ${sender.refused + 1} so far: ${message}`,
      );
    sender.refused += 1;
    return { ok: false, code: reason, detail: message };
  }
}
