import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { MaintenancePlan, MaintenanceStart } from '@weft/shared/kinds/maintenance';
import type { Node } from '@weft/shared/kinds/node';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import { expired, type MaintainedNode } from '../domain/maintenance/maintenance-world.js';
import { type Maintained, maintenanceEnded, maintenancePlan, maintenanceStarted } from '../domain/requests/maintain-node.js';
import { MaintenanceWorldStore } from '../domain/store/maintenance-world-store.service.js';
import { NodesService } from '../nodes/nodes.service.js';

interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
  mayForce: boolean;
}

/** Planned absences of nodes: granted when every volume works without the node, or when an administrator forces it. */
@Injectable()
export class MaintenanceService {
  private readonly logger = new Logger(MaintenanceService.name);

  constructor(
    private readonly worlds: MaintenanceWorldStore,
    private readonly nodes: NodesService,
    private readonly audit: AuditService,
  ) {}

  /** A repeated request during a maintenance is checked again; the maintenance then lasts from its original start until the new end. */
  async start({ id, ifMatch, requestedBy, mayForce }: Order, request: MaintenanceStart): Promise<Node> {
    await this.worlds.transaction(async (session) => {
      const world = requireNode(id, await this.worlds.read(id, session));
      requireVersion(world.node, ifMatch);
      await this.store(world.node, maintenanceStarted(world, request, { by: requestedBy, mayForce }), requestedBy, session);
    });
    return this.nodes.get(id);
  }

  /** The answer that the same request to start a maintenance would get. */
  async plan(id: string, request: MaintenanceStart, mayForce: boolean): Promise<MaintenancePlan> {
    return maintenancePlan(requireNode(id, await this.worlds.read(id)), request, mayForce);
  }

  async end({ id, ifMatch, requestedBy }: Omit<Order, 'mayForce'>): Promise<Node> {
    await this.worlds.transaction(async (session) => {
      const node = requireNode(id, await this.worlds.node(id, session));
      requireVersion(node, ifMatch);
      await this.store(node, maintenanceEnded(node, requestedBy, new Date()), requestedBy, session);
    });
    return this.nodes.get(id);
  }

  /** Records maintenances that have ended by themselves. @returns when the next one ends, or null. */
  async expire(lease: Lease): Promise<Date | null> {
    const now = new Date();
    const { over, next } = expired(await this.worlds.open(), now);
    if (over.length > 0) await lease.transaction((session) => this.worlds.expire(over, session));
    for (const { name, until } of over) this.logger.log({ node: name, until }, `the maintenance of ${name} ended by itself`);
    return next;
  }

  private async store(node: MaintainedNode, { maintenance, statements }: Maintained, by: string, session: ClientSession): Promise<void> {
    const { _id: id, name } = node;
    await this.worlds.write(node, maintenance, session);
    await this.audit.record(session, { by, action: 'node.maintenance', subject: { kind: 'node', id, name }, statements });
  }
}

function requireNode<T>(id: string, found: T | null): T {
  if (!found) throw new DomainError('node-not-found', { id });
  return found;
}
