import type { JobReason } from '@weft/shared/kinds/job';
import type { BenchmarkNews } from '@weft/shared/messages/benchmark-orders';
import { nodeRef } from '@weft/shared/text/references';
import type { BenchmarkDocument, BenchmarkOrderDocument, FioFigures } from '../documents/benchmark.document.js';
import { jobReason } from '../job-messages/job-message.js';
import { slowRatio } from './figures.js';

/** Why the output of fio is not usable. */
export interface Unusable {
  unusable: JobReason;
}

/**
 * The benchmark after news of one of its orders. News of an order that has ended, or of another node, change nothing.
 * @param measured what fio measured, of `done` news; or why its output is not usable
 */
export function afterNews(
  benchmark: BenchmarkDocument,
  nodeId: string,
  news: BenchmarkNews,
  measured: FioFigures | Unusable | null,
): BenchmarkDocument {
  const { current, latencyBound } = benchmark;
  const order = current?.orders.find(({ id }) => id === news.id);
  if (!current || order?.node.id !== nodeId || order.state === 'done' || order.state === 'failed') return benchmark;
  const slow = measured && latencyBound && !('unusable' in measured) ? slowRatio(measured, latencyBound.limitMs) : null;
  const reported = changed(order, news, slow);
  const next: BenchmarkOrderDocument =
    measured && 'unusable' in measured && reported.state === 'done'
      ? { ...reported, state: 'failed', reason: measured.unusable }
      : reported;
  if (next === order) return benchmark;
  return { ...benchmark, current: { ...current, orders: current.orders.map((each) => (each === order ? next : each)) } };
}

function changed(order: BenchmarkOrderDocument, news: BenchmarkNews, slow: number | null): BenchmarkOrderDocument {
  if (order.attempt !== null && order.attempt !== news.attempt) {
    const { id, name } = order.node;
    return { ...order, state: 'failed', reason: jobReason('benchmark-client-restarted', { node: nodeRef(id, name) }) };
  }
  const { attempt } = news;
  switch (news.state) {
    case 'ready':
      // Sent again until the start is ordered; it may overtake nothing.
      return order.state === 'open' ? { ...order, attempt, state: 'ready' } : order;
    case 'running':
      return { ...order, attempt, state: 'running', progressRatio: news.progressRatio };
    case 'failed':
      return { ...order, attempt, state: 'failed', reason: news.reason };
    case 'done':
      return { ...order, attempt, state: 'done', progressRatio: 1, slowRatio: slow };
  }
}
