import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { PreflightAnswer, PreflightOrder } from '@weft/shared/messages/host-facts';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { retries } from '../core/load/retries.js';
import { PreflightRepository } from './preflight.repository.js';

type Tell = (order: PreflightOrder) => void;

/*
 * Tells the agents of this server the order of a preflight run.
 *  - A run starts, or an agent connects while one collects: the server sends the order.
 *  - The agent has not answered: the server sends the order again. An agent answers each run once.
 */
@Injectable()
export class PreflightNews implements OnApplicationBootstrap {
  private readonly logger = new Logger(PreflightNews.name);
  private readonly agents = new Map<string, Tell>();

  constructor(
    private readonly repository: PreflightRepository,
    private readonly feed: ChangeFeed,
  ) {}

  onApplicationBootstrap(): void {
    this.feed.onChange(({ collection }) => {
      if (collection === 'preflightRuns') this.inBackground(this.tell([...this.agents.keys()]));
    });
    setInterval(() => this.inBackground(this.tell([...this.agents.keys()])), retries.preflightOrder.firstMs).unref();
  }

  connected(nodeId: string, tell: Tell): void {
    this.agents.set(nodeId, tell);
    this.inBackground(this.tell([nodeId]));
  }

  disconnected(nodeId: string): void {
    this.agents.delete(nodeId);
  }

  answered(nodeId: string, answer: PreflightAnswer): Promise<void> {
    return this.repository.answer(nodeId, answer);
  }

  private async tell(nodeIds: readonly string[]): Promise<void> {
    if (nodeIds.length === 0 || !(await this.repository.collecting())) return;
    for (const { _id, runId, probes } of await this.repository.open(nodeIds)) this.agents.get(_id)?.({ runId, probes });
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.logger.warn({ err: error }, 'orders of a preflight run were not sent; they are sent again'));
  }
}
