import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { OrphanOrders } from '@weft/shared/messages/orphan-orders';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { retries } from '../core/load/retries.js';
import { ORDER_AGE_MS, OrphanCleaning } from './orphan-cleaning.service.js';
import { OrphanOrdersRepository } from './orphan-orders.repository.js';

type Tell = (orders: OrphanOrders) => void;

const ENDS_EVERY_MS = 60_000;

/*
 * Tells the agents of this server their open orders to remove orphans.
 *  - An agent connects, or an order is made or ends: the server sends the agent all open orders.
 *  - An order stays open: the server sends it again, in case the order or the answer was lost.
 *  - A restored database has an order of before: it is sent to nobody, and ends as unanswered.
 */
@Injectable()
export class OrphanOrderNews implements OnApplicationBootstrap {
  private readonly logger = new Logger(OrphanOrderNews.name);
  private readonly agents = new Map<string, { tell: Tell; told: number }>();

  constructor(
    private readonly orders: OrphanOrdersRepository,
    private readonly cleaning: OrphanCleaning,
    private readonly feed: ChangeFeed,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    this.feed.onChange(({ collection }) => {
      if (collection === 'orphanOrders') this.inBackground(this.tell());
    });
    setInterval(() => this.inBackground(this.tell()), retries.orphanOrder.firstMs).unref();
    this.leases.run('orphan-orders', (lease) => whileHeld(lease, ENDS_EVERY_MS, () => this.cleaning.end(lease)));
  }

  connected(nodeId: string, tell: Tell): void {
    this.agents.set(nodeId, { tell, told: 0 });
    this.inBackground(this.tell([nodeId]));
  }

  disconnected(nodeId: string): void {
    this.agents.delete(nodeId);
  }

  private async tell(nodeIds: readonly string[] = [...this.agents.keys()]): Promise<void> {
    if (nodeIds.length === 0) return;
    const orders = await this.orders.toTell(nodeIds, ORDER_AGE_MS);
    for (const nodeId of nodeIds) {
      const agent = this.agents.get(nodeId);
      const open = orders.filter(({ node }) => node.id === nodeId);
      if (!agent || (open.length === 0 && agent.told === 0)) continue;
      agent.told = open.length;
      agent.tell({ orders: open.map(({ _id: id, kind, identity, bootId }) => ({ id, kind, identity, bootId })) });
    }
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.warn({ err: error }, 'orders to remove orphans were not sent; they are sent again'));
  }
}
