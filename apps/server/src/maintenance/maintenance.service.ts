import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { MaintenanceBlocker, MaintenancePlan, MaintenanceStart } from '@weft/shared/kinds/maintenance';
import type { Node } from '@weft/shared/kinds/node';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import { isInForce, type MaintenanceDocument } from '../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { planOf, refusalOf } from '../domain/maintenance/maintenance-plan.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { NodesService } from '../nodes/nodes.service.js';
import { MaintenanceRepository } from './maintenance.repository.js';

const HOUR_MS = 3_600_000;

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
    private readonly repository: MaintenanceRepository,
    private readonly stored: StoredNodes,
    private readonly drives: StoredDrives,
    private readonly worlds: WorldStore,
    private readonly nodes: NodesService,
    private readonly audit: AuditService,
  ) {}

  /** A repeated request during a maintenance is checked again; the maintenance then lasts from its original start until the new end. */
  async start({ id, ifMatch, requestedBy, mayForce }: Order, request: MaintenanceStart): Promise<Node> {
    await this.repository.transaction(async (session) => {
      const now = new Date();
      const node = this.require(id, await this.repository.node(id, session));
      requireVersion(node, ifMatch);
      checkForce(node, request, mayForce);
      const { blockers } = planOf(await this.repository.around(node, now, session));
      if (blockers.length > 0 && !request.force) throw new DomainError('maintenance-unsafe', refusalOf(node, blockers), { blockers });
      const before = node.maintenance;
      const maintenance: MaintenanceDocument = {
        since: before && isInForce(before, now) ? before.since : now,
        until: new Date(now.getTime() + request.untilHours * HOUR_MS),
        requestedBy,
        forced: blockers.length > 0,
        endedAt: null,
        endedBy: null,
      };
      await this.stored.setMaintenance(id, ifMatch, maintenance, session);
      // Three concurrent decisions must conflict with this one: maintenance of another mirror leg's node, changes of these volumes, placements on the node.
      await this.worlds.touchOfNode(id, session);
      await this.drives.touchOfNode(id, session);
      await this.record(session, node, requestedBy, startStatements(node, maintenance, blockers));
    });
    return this.nodes.get(id);
  }

  /** The answer that the same request to start a maintenance would get. */
  async plan(id: string, request: MaintenanceStart, mayForce: boolean): Promise<MaintenancePlan> {
    const node = this.require(id, await this.repository.node(id));
    if (request.force) checkForce(node, request, mayForce);
    const { blockers, degraded } = planOf(await this.repository.around(node, new Date()));
    const allowed = blockers.length === 0 || request.force;
    const harmless = degraded.length > 0 ? degraded.map(({ message }) => message).join('; ') : 'no volume needs it';
    const outcome = blockers.length > 0 ? `It is forced: ${blockers.map(({ message }) => message).join('; ')}.` : `${harmless}.`;
    return { allowed, message: allowed ? outcome : refusalOf(node, blockers), blockers, degraded };
  }

  async end({ id, ifMatch, requestedBy }: Omit<Order, 'mayForce'>): Promise<Node> {
    await this.repository.transaction(async (session) => {
      const now = new Date();
      const node = this.require(id, await this.repository.node(id, session));
      requireVersion(node, ifMatch);
      const { maintenance } = node;
      if (!maintenance || !isInForce(maintenance, now))
        throw new DomainError('wrong-state', `Node ${node.name} is not in maintenance: there is nothing to end.`);
      await this.stored.setMaintenance(id, ifMatch, { ...maintenance, endedAt: now, endedBy: requestedBy }, session);
      const text = `The maintenance of ${node.name} is over.`;
      await this.record(session, node, requestedBy, [{ statement: 'maintenance-ends', about: { id, name: node.name }, text }]);
    });
    return this.nodes.get(id);
  }

  /** Records maintenances that have ended by themselves. @returns when the next one ends, or null. */
  async expire(lease: Lease): Promise<Date | null> {
    const now = new Date();
    const open = await this.repository.open();
    const over = open.filter(({ until }) => until <= now);
    if (over.length > 0)
      await lease.transaction(async (session) => {
        for (const each of over) await this.stored.expireMaintenance(each, session);
      });
    for (const { name, until } of over) this.logger.log({ node: name, until }, `the maintenance of ${name} ended by itself`);
    const ends = open.filter(({ until }) => until > now).map(({ until }) => until.getTime());
    return ends.length > 0 ? new Date(Math.min(...ends)) : null;
  }

  private record(session: ClientSession, { _id: id, name }: NodeDocument, by: string, statements: AuditStatement[]): Promise<void> {
    return this.audit.record(session, { by, action: 'node.maintenance', subject: { kind: 'node', id, name }, statements });
  }

  private require(id: string, node: NodeDocument | null): NodeDocument {
    if (!node) throw new DomainError('not-found', `There is no node ${id}.`);
    return node;
  }
}

function checkForce(node: NodeDocument, { force, nodeName }: MaintenanceStart, mayForce: boolean): void {
  if (!force && nodeName === undefined) return;
  if (nodeName !== node.name)
    throw new DomainError(
      'invalid-field',
      `The node's name is ${node.name}, not "${nodeName ?? ''}": nothing was changed. Repeat the name of the node that you mean.`,
      { field: 'nodeName' },
    );
  if (force && !mayForce)
    throw new DomainError('forbidden', 'Only administrators may force a maintenance: volumes may stand still or lose data with it.');
}

function startStatements(
  { _id: id, name }: NodeDocument,
  { since, until }: MaintenanceDocument,
  blockers: readonly MaintenanceBlocker[],
): AuditStatement[] {
  const text = `${name} is in maintenance from ${since.toISOString()} until ${until.toISOString()}.`;
  return [
    { statement: 'maintenance', about: { id, name }, text },
    ...blockers.map(({ volume, message }) => ({ statement: 'force' as const, about: volume, text: `Forced though ${message}.` })),
  ];
}
