import { gunzipSync } from 'node:zlib';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { DrillNews, DrillOrder, DrillOrders as OrdersMessage } from '@weft/shared/messages/drill-orders';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { retries } from '../core/load/retries.js';
import { OrderTeller } from '../core/orders/order-teller.js';
import { UnusableOutput } from '../domain/benchmark/fio-output.js';
import type { DrillDocument, DrillLoadResult, DrillOrderDocument } from '../domain/documents/drill.document.js';
import { parseLoad } from '../domain/drill/load-output.js';
import { afterNews } from '../domain/drill/order-news.js';
import { DrillStore } from './drill-store.service.js';
import { DrillsRepository } from './drills.repository.js';

/** Longest output of fio that is unpacked. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
/** An order that its agent has not begun by then is sent to nobody: a restored database has a fault of before. */
const BEGINS_WITHIN_MS = 30_000;

/*
 * Tells the agents of this server their open orders of drills, and takes their news.
 *  - A drill ends: its orders are not listed any more, and the agents take the fault back.
 *  - This server dies: agents end the fault after 15 s without a list, or at its deadline.
 */
@Injectable()
export class DrillOrders implements OnApplicationBootstrap {
  private readonly logger = new Logger(DrillOrders.name);
  private readonly teller: OrderTeller<DrillOrder>;

  constructor(
    private readonly drills: DrillsRepository,
    private readonly store: DrillStore,
    private readonly feed: ChangeFeed,
  ) {
    this.teller = new OrderTeller({
      open: async () => {
        const open = await this.drills.open();
        return (nodeId) => open.flatMap((drill) => ordersOf(drill, nodeId, Date.now()));
      },
      failed: (err) => this.logger.warn({ err }, 'orders of drills were not sent; they are sent again'),
    });
  }

  onApplicationBootstrap(): void {
    this.feed.onChange(({ collection }) => {
      if (collection === 'drills') this.teller.later();
    });
    setInterval(() => this.teller.later({ again: true }), retries.drillOrder.firstMs).unref();
  }

  connected(nodeId: string, tell: (orders: OrdersMessage) => void): void {
    this.teller.connected(nodeId, tell);
  }

  disconnected(nodeId: string): void {
    this.teller.disconnected(nodeId);
  }

  async take(nodeId: string, news: DrillNews): Promise<void> {
    const result = this.resultOf(news);
    await this.drills.transaction(async (session) => {
      const before = await this.drills.ofOrder(news.id, session);
      if (before) await this.store.write(before, afterNews(before, nodeId, news, result), session);
    });
  }

  /** Null: no load, or its output is not usable; the drill then has no measured stall. */
  private resultOf(news: DrillNews): DrillLoadResult | null {
    if (news.state !== 'done' || !news.result?.fio) return null;
    try {
      return parseLoad(gunzipSync(Buffer.from(news.result.fio, 'base64'), { maxOutputLength: MAX_OUTPUT_BYTES }).toString('utf8'));
    } catch (error) {
      const err = error instanceof UnusableOutput ? error : new UnusableOutput('it cannot be unpacked', { cause: error });
      this.logger.warn({ err, orderId: news.id }, 'the output of fio of a drill is not usable');
      return null;
    }
  }
}

function ordersOf(drill: DrillDocument, nodeId: string, nowMs: number): DrillOrder[] {
  if (drill.state !== 'running') return [];
  return drill.orders
    .filter(({ node, state }) => node.id === nodeId && (state === 'open' || state === 'running'))
    .filter(({ task, state }) => state === 'running' || isInTime(task === 'load' ? drill.startedAt : drill.orderedAt, nowMs))
    .flatMap((order) => toOrder(drill, order));
}

const isInTime = (since: Date | null, nowMs: number): boolean => since !== null && nowMs - since.getTime() < BEGINS_WITHIN_MS;

function toOrder({ _id: drillId, volume, place }: DrillDocument, { id, task, seconds, attempt }: DrillOrderDocument): DrillOrder[] {
  const order = { id, drillId, wasStarted: attempt !== null };
  if (task === 'fault') return place ? [{ ...order, task: { kind: 'fault', fault: place.fault, seconds } }] : [];
  if (!volume) return [];
  const { volume: of, sizeBytes, mayHoldData } = volume;
  return [{ ...order, task: { kind: 'load', volume: { volumeId: of.id, name: of.name, sizeBytes, mayHoldData }, seconds } }];
}
