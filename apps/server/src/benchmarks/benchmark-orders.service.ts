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
import { hasCommonStart, isLate } from '../domain/benchmark/advance.js';
import { PRECONDITION_BLOCK_BYTES, PRECONDITION_DEPTH } from '../domain/benchmark/benchmark-steps.js';
import { parseFio, UnusableOutput } from '../domain/benchmark/fio-output.js';
import { afterNews } from '../domain/benchmark/order-news.js';
import type { BenchmarkDocument, BenchmarkOrderDocument, FioFigures } from '../domain/documents/benchmark.document.js';
import { jobReason } from '../domain/job-messages/job-message.js';
import { BenchmarkStore } from './benchmark-store.service.js';
import { BenchmarkWorlds } from './benchmark-worlds.service.js';
import { type BenchmarkOutputDocument, BenchmarksRepository } from './benchmarks.repository.js';

type Tell = (orders: OrdersMessage) => void;

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
  /** `told`: the orders that the agent was last told, and whether their start; null: nothing yet, and it may run an order of before. */
  private readonly agents = new Map<string, { tell: Tell; told: string | null }>();

  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly benchmarks: BenchmarksRepository,
    private readonly store: BenchmarkStore,
    private readonly worlds: BenchmarkWorlds,
    private readonly feed: ChangeFeed,
  ) {}

  onApplicationBootstrap(): void {
    this.feed.onChange(({ collection }) => {
      if (collection === 'benchmarks') this.later();
    });
    setInterval(() => this.later({ again: true }), retries.benchmarkOrder.firstMs).unref();
  }

  connected(nodeId: string, tell: Tell): void {
    this.agents.set(nodeId, { tell, told: null });
    this.later({ nodeIds: [nodeId] });
  }

  disconnected(nodeId: string): void {
    this.agents.delete(nodeId);
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

  /** Progress changes a benchmark every 2 s, and no order. @param again also to agents that were told these orders */
  private async tell({
    nodeIds = [...this.agents.keys()],
    again = false,
  }: {
    nodeIds?: readonly string[];
    again?: boolean;
  } = {}): Promise<void> {
    if (nodeIds.length === 0) return;
    const open = (await this.benchmarks.open())
      .filter(({ state, current }) => state === 'running' && current)
      .filter((each) => !isLate(each, new Date()));
    const clients = await this.worlds.clients(open.flatMap((benchmark) => benchmark.current?.orders.map(({ node }) => node.id) ?? []));
    for (const nodeId of nodeIds) {
      const agent = this.agents.get(nodeId);
      const listed = clients.get(nodeId)?.isOnline === false ? [] : open;
      // After the last read of the database: the time until the start is that of the message.
      const orders = listed.flatMap((benchmark) => ordersOf(benchmark, nodeId, Date.now()));
      const listing = listed.flatMap((benchmark) => listingOf(benchmark, nodeId)).join(' ');
      if (!agent || (agent.told === listing && (listing === '' || !again))) continue;
      agent.told = listing;
      agent.tell({ orders });
    }
  }

  /** One after the other: an older read must not be sent after a newer one. */
  private later(of: Parameters<BenchmarkOrders['tell']>[0] = {}): void {
    this.telling = this.telling
      .then(() => this.tell(of))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'orders of benchmarks were not sent; they are sent again'));
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

/** What an agent has to hear of again only when it changes: its orders, and their start. */
const listingOf = (benchmark: BenchmarkDocument, nodeId: string): string[] =>
  openOrders(benchmark, nodeId).map(({ id }) => `${id} ${benchmark.current?.startsAt ? 'starts' : 'waits'}`);

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
