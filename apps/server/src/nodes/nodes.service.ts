import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { NO_ORPHANS, type Node, type NodeUpdate } from '@weft/shared/kinds/node';
import { nodeRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import { readTime } from '../core/as-of/as-of.js';
import { SharedReads } from '../core/load/shared-reads.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { ReportedStatuses } from '../domain/store/reported-statuses.service.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import { OrphansService } from '../orphans/orphans.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { NO_DRIVES, toNode } from './node.mapper.js';
import { NodesRepository } from './nodes.repository.js';

@Injectable()
export class NodesService {
  private readonly lists = new SharedReads<Page<Node>>();

  constructor(
    private readonly nodes: NodesRepository,
    private readonly stored: StoredNodes,
    private readonly drives: StoredDrives,
    private readonly statuses: ReportedStatuses,
    private readonly assignments: AssignmentsService,
    private readonly settings: SettingsService,
    private readonly orphans: OrphansService,
  ) {}

  /** Lists that arrive together share a read. */
  list(query: Query<typeof endpoints.listNodes>): Promise<Page<Node>> {
    return this.lists.get(JSON.stringify(query), async () => {
      const page = await this.nodes.page(query);
      return { ...page, items: await this.present(page.items) };
    });
  }

  async get(id: string): Promise<Node> {
    return this.presentOne(this.require(id, await this.nodes.find(id)));
  }

  async update(id: string, ifMatch: number | undefined, change: NodeUpdate): Promise<Node> {
    return this.presentOne(await this.stored.update(id, ifMatch, change));
  }

  /**
   * Removes a node that holds no object of Weft (S5). First the server stops accepting its agent's messages, which would repeatedly conflict with the removal.
   * Its credential stops working at once: the agents' gateway closes its socket.
   */
  async remove(id: string, ifMatch: number | undefined): Promise<void> {
    await this.nodes.transaction((session) => this.requireRemovable(id, ifMatch, session));
    await this.stored.beginRemoval(id);
    try {
      await this.nodes.transaction(async (session) => {
        await this.requireRemovable(id, ifMatch, session);
        await this.stored.remove(id, ifMatch, session);
        await this.assignments.remove(id, session);
        await this.drives.removeOfNode(id, session);
        await this.statuses.removeOfNode(id, session);
      });
    } catch (error) {
      await this.stored.endRemoval(id);
      throw error;
    }
  }

  private async requireRemovable(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    const node = this.require(id, await this.nodes.find(id, session));
    requireVersion(node, ifMatch);
    const { volumesWithLegs: volumes, attachments, drivesInService: drives } = await this.nodes.holdings(id, session);
    if (volumes.length + attachments.length + drives.length > 0)
      throw new DomainError('node-not-empty', { node: nodeRef(id, node.name), volumes, attachments, drives });
  }

  private require(id: string, node: NodeDocument | null): NodeDocument {
    if (!node) throw new DomainError('node-not-found', { id });
    return node;
  }

  private async presentOne(node: NodeDocument): Promise<Node> {
    const [presented] = await this.present([node]);
    if (!presented) throw new Error('unreachable: one node in, one out');
    return presented;
  }

  private async present(nodes: NodeDocument[]): Promise<Node[]> {
    const { spec } = await this.settings.get();
    const ids = nodes.map((node) => node._id);
    const [{ clients, generations }, drives, orphans] = await Promise.all([
      this.nodes.uses(ids),
      this.nodes.capacities(ids, spec.reservedRatio),
      this.orphans.byNode(ids),
    ]);
    const now = readTime();
    return nodes.map((node) =>
      toNode(
        node,
        {
          isTarget: drives.get(node._id)?.isTarget ?? false,
          isClient: clients.has(node._id),
          generation: generations.get(node._id) ?? 0,
          capacity: drives.get(node._id)?.capacity ?? NO_DRIVES,
          orphans: orphans.get(node._id) ?? NO_ORPHANS,
        },
        spec,
        now,
      ),
    );
  }
}
