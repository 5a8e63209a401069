import { gunzipSync } from 'node:zlib';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type {
  BenchmarkNews,
  BenchmarkOrder,
  BenchmarkStepResult,
  BenchmarkTask,
  BenchmarkOrders as OrdersMessage,
} from '@weft/shared/messages/benchmark-orders';
import { nodeRef } from '@weft/shared/text/references';
import { Binary } from 'mongodb';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { retries } from '../core/load/retries.js';
import { newStored } from '../core/mongo/objects.js';
import { OrderTeller } from '../core/orders/order-teller.js';
import { hasCommonStart, isLate } from '../domain/benchmark/advance.js';
import { PRECONDITION_BLOCK_BYTES, PRECONDITION_DEPTH } from '../domain/benchmark/benchmark-steps.js';
import { parseFio, UnusableOutput } from '../domain/benchmark/fio-output.js';
import { afterNews } from '../domain/benchmark/order-news.js';
import type { BenchmarkDocument, BenchmarkOrderDocument, FioFigures } from '../domain/documents/benchmark.document.js';
import { jobReason } from '../domain/job-messages/job-message.js';
import { BenchmarkStore } from './benchmark-store.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';
import { type BenchmarkOutputDocument, BenchmarksRepository } from './benchmarks.repository.js';

/** Longest output of fio that is unpacked. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

/*
 * Tells the agents of this server their open orders of benchmarks, and takes their news.
 *  - An agent connects, or a benchmark changes: the server sends the agent all its open orders, also when there are none any more.
 *  - Every client of a step is ready: the server sends each the time until the common start, which the agent counts by its own steady clock.
 *  - An order stays open: the server sends it again. The agent sends its news again, and an agent whose orders no server lists kills its fio.
 *  - A restored database has a step of before: it is late, and is sent to nobody.
 */
@Injectable()
export class BenchmarkOrders implements OnApplicationBootstrap {
  private readonly logger = new Logger(BenchmarkOrders.name);
  private readonly teller: OrderTeller<BenchmarkOrder>;

  constructor(
    private readonly benchmarks: BenchmarksRepository,
    private readonly store: BenchmarkStore,
    private readonly worlds: BenchmarkWorlds,
    private readonly feed: ChangeFeed,
  ) {
    this.teller = new OrderTeller({
      open: () => this.open(),
      // An agent hears of an order again only with its start.
      listing: ({ id, startsInMs }) => `${id} ${startsInMs === null ? 'waits' : 'starts'}`,
      failed: (err) => this.logger.warn({ err }, 'orders of benchmarks were not sent; they are sent again'),
    });
  }

  onApplicationBootstrap(): void {
    this.feed.onChange(({ collection }) => {
      if (collection === 'benchmarks') this.teller.later();
    });
    setInterval(() => this.teller.later({ again: true }), retries.benchmarkOrder.firstMs).unref();
  }

  connected(nodeId: string, tell: (orders: OrdersMessage) => void): void {
    this.teller.connected(nodeId, tell);
  }

  disconnected(nodeId: string): void {
    this.teller.disconnected(nodeId);
  }

  /** News of an agent. What fio measured is stored in the same transaction. */
  async take(nodeId: string, news: BenchmarkNews): Promise<void> {
    const parsed = figuresOf(news);
    await this.benchmarks.transaction(async (session) => {
      const before = await this.benchmarks.ofOrder(news.id, session);
      const order = before?.current?.orders.find(({ id }) => id === news.id);
      if (!before || !order) return;
      const node = nodeRef(order.node.id, order.node.name);
      const isUnusable = parsed instanceof UnusableOutput;
      const measured = isUnusable ? null : parsed;
      const unusable = isUnusable ? { unusable: jobReason('benchmark-output-unusable', { node, error: parsed.message }) } : null;
      const after = afterNews(before, nodeId, news, measured ?? unusable);
      if (after === before) return;
      const isDone = after.current?.orders.find(({ id }) => id === news.id)?.state === 'done';
      if (isDone && measured && news.state === 'done' && before.steps[before.stepIndex]?.kind === 'measure')
        await this.benchmarks.insertOutput(outputOf(before, order, news.result, measured), session);
      await this.store.write(before, after, session);
    });
  }

  /** Progress changes a benchmark every 2 s, and no order. An offline client gets none. */
  private async open(): Promise<(nodeId: string) => BenchmarkOrder[]> {
    const open = (await this.benchmarks.open()).filter((each) => each.state === 'running' && each.current && !isLate(each, new Date()));
    const clients = await this.worlds.clients(open.flatMap((benchmark) => benchmark.current?.orders.map(({ node }) => node.id) ?? []));
    // The time until the start is that of the message: it is read for each node.
    return (nodeId) =>
      clients.get(nodeId)?.isOnline === false ? [] : open.flatMap((benchmark) => ordersOf(benchmark, nodeId, Date.now()));
  }
}

function figuresOf(news: BenchmarkNews): FioFigures | UnusableOutput | null {
  if (news.state !== 'done' || news.result.fio === null) return null;
  try {
    return parseFio(gunzipSync(Buffer.from(news.result.fio, 'base64'), { maxOutputLength: MAX_OUTPUT_BYTES }).toString('utf8'));
  } catch (cause) {
    return cause instanceof UnusableOutput ? cause : new UnusableOutput('it cannot be unpacked', { cause });
  }
}

function outputOf(
  { _id: benchmarkId, stepIndex }: BenchmarkDocument,
  { id, node }: BenchmarkOrderDocument,
  { seconds, kernel, cpuRatio, fio, startLateMs = null }: BenchmarkStepResult,
  figures: FioFigures,
): BenchmarkOutputDocument {
  const endedAt = new Date();
  const startedAt = new Date(endedAt.getTime() - seconds * 1000);
  const output = new Binary(Buffer.from(fio ?? '', 'base64'));
  return {
    ...newStored(endedAt),
    _id: id,
    benchmarkId,
    stepIndex,
    node,
    startedAt,
    endedAt,
    figures,
    kernel,
    cpuRatio,
    startLateMs,
    fio: output,
  };
}

const openOrders = ({ current }: BenchmarkDocument, nodeId: string): BenchmarkOrderDocument[] =>
  (current?.orders ?? []).filter(({ node, state }) => node.id === nodeId && state !== 'done' && state !== 'failed');

function ordersOf(benchmark: BenchmarkDocument, nodeId: string, nowMs: number): BenchmarkOrder[] {
  const { current, steps, stepIndex, volumes } = benchmark;
  const step = steps[stepIndex];
  if (!current || !step) return [];
  const startsInMs = current.startsAt ? current.startsAt.getTime() - nowMs : null;
  return openOrders(benchmark, nodeId).map(({ id, state, attempt }) => ({
    id,
    benchmarkId: benchmark._id,
    volumes: volumes
      .filter(({ node }) => node.id === nodeId)
      .map(({ volume, sizeBytes, mayHoldData }) => ({ volumeId: volume.id, name: volume.name, sizeBytes, mayHoldData })),
    task: taskOf(step),
    isFirst: stepIndex === 0,
    wasStarted: attempt !== null,
    ...(hasCommonStart(step) && state !== 'running' ? { startsInMs } : {}),
    ...(step.withoutCollection ? { withoutCollection: true } : {}),
  }));
}

function taskOf({ kind, point, seconds }: BenchmarkDocument['steps'][number]): BenchmarkTask {
  if (kind === 'precondition') return { kind, blockBytes: PRECONDITION_BLOCK_BYTES, depth: PRECONDITION_DEPTH };
  if (kind === 'check' || !point) return { kind: 'check' };
  return { kind, ...point, seconds };
}
