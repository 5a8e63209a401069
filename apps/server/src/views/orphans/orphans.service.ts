import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ListedOrphan, NodeOrphans } from '@weft/shared/kinds/views/orphan';
import { SharedReads } from '../../core/load/shared-reads.js';
import type { Page } from '../../core/mongo/page.js';
import { orphanPage } from './orphan-page.js';
import { orphansByNode, orphansOf, orphansOfHosts } from './orphans.js';
import { OrphansRepository } from './orphans.repository.js';

/** Objects of hosts and of the database that lack their counterpart. Only lists them. */
@Injectable()
export class OrphansService {
  private readonly reads = new SharedReads<ListedOrphan[]>();

  constructor(private readonly orphans: OrphansRepository) {}

  async list(query: Query<typeof endpoints.listOrphans>): Promise<Page<ListedOrphan>> {
    return orphanPage(await this.all(), query);
  }

  /** Requests that arrive together share a read. */
  all(): Promise<ListedOrphan[]> {
    return this.reads.get('all', async () => orphansOf(await this.orphans.world(new Date())));
  }

  countsByNode(orphans: readonly ListedOrphan[]): ReadonlyMap<string, NodeOrphans> {
    return orphansByNode(orphans);
  }

  /**
   * Orphans on each host that has any, by node id: the same ones as in `all`, with fewer reads.
   * @param nodeIds only of these nodes
   */
  async byNode(nodeIds?: readonly string[]): Promise<ReadonlyMap<string, NodeOrphans>> {
    return orphansByNode(orphansOfHosts(await this.orphans.hosts(new Date(), nodeIds)));
  }
}
