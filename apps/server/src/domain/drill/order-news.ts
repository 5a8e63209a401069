import type { DrillNews } from '@weft/shared/messages/drill-orders';
import { nodeRef } from '@weft/shared/text/references';
import type { DrillDocument, DrillLoadResult, DrillOrderDocument } from '../documents/drill.document.js';
import { jobReason } from '../job-messages/job-message.js';

/**
 * The drill after news of one of its orders. News of an order that has ended, or of another node, change nothing.
 * @param result what fio measured, of a load that is done
 */
export function afterNews(drill: DrillDocument, nodeId: string, news: DrillNews, result: DrillLoadResult | null): DrillDocument {
  const order = drill.orders.find(({ id }) => id === news.id);
  if (order?.node.id !== nodeId || order.state === 'done' || order.state === 'failed') return drill;
  const next = changed(order, news);
  if (sameOrder(order, next)) return drill;
  const measured = order.task === 'load' && next.state === 'done' ? { result } : {};
  return { ...drill, ...measured, orders: drill.orders.map((each) => (each === order ? next : each)) };
}

const sameOrder = (one: DrillOrderDocument, other: DrillOrderDocument): boolean =>
  one.state === other.state && one.isInForce === other.isInForce && one.attempt === other.attempt;

function changed(order: DrillOrderDocument, news: DrillNews): DrillOrderDocument {
  const { attempt } = news;
  const isAnother = order.attempt !== null && order.attempt !== attempt;
  // A killed agent reports by its next process; so does one that has taken a fault back at its start.
  if (isAnother && (order.task === 'load' || news.state === 'running')) {
    const { id, name } = order.node;
    return { ...order, state: 'failed', reason: jobReason('drill-client-restarted', { node: nodeRef(id, name) }) };
  }
  switch (news.state) {
    case 'running':
      return { ...order, attempt, state: 'running', isInForce: order.isInForce || news.isInForce };
    case 'failed':
      return { ...order, attempt, state: 'failed', reason: news.reason };
    case 'done':
      return { ...order, attempt, state: 'done' };
  }
}
