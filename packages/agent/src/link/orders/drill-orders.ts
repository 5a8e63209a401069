import { randomUUID } from 'node:crypto';
import { DRILL_UNLISTED_SECONDS, type DrillNews, type DrillOrder, drillOrdersSchema } from '@weft/shared/messages/drill-orders';
import type { Log } from '../../log/log.js';
import { reason } from '../../reason/reason.js';
import { type RunsOrders, StepOrders } from './step-orders.js';

/** Orders of drills from the connected server. A fault that is stopped is taken back. */
export class DrillOrders extends StepOrders<DrillOrder, DrillNews> {
  constructor(log: Log, runner: RunsOrders<DrillOrder>, unlistedMs = DRILL_UNLISTED_SECONDS * 1000) {
    super({
      log,
      runner,
      forgotten: ({ id, wasStarted }) =>
        wasStarted ? { id, attempt: randomUUID(), state: 'failed', reason: reason('drill-agent-restarted', {}) } : null,
      noun: 'drill',
      unlistedMs,
      schema: drillOrdersSchema,
      listen: (socket, take) => socket.on('drills', take),
      send: (socket, news, ack) => socket.emit('drill', news, ack),
    });
  }
}
