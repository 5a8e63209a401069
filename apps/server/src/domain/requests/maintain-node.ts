import { DomainError } from '@weft/shared/errors/domain-error';
import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { MaintenanceBlocker, MaintenancePlan, MaintenanceStart } from '@weft/shared/kinds/maintenance';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf, withText } from '@weft/shared/text/rendering/render';
import { auditStatement } from '../audit-messages/audit-statement.js';
import { isInForce, type MaintenanceDocument } from '../documents/maintenance.document.js';
import { messagesOf, planOf, refusalOf } from '../maintenance/maintenance-plan.js';
import type { MaintainedNode, MaintenanceWorld } from '../maintenance/maintenance-world.js';

const HOUR_MS = 3_600_000;

interface Requester {
  by: string;
  mayForce: boolean;
}

/** The node's maintenance after a request, and the statements for the audit. */
export interface Maintained {
  maintenance: MaintenanceDocument;
  statements: AuditStatement[];
}

/**
 * Starts a planned absence of a node: granted when every volume works without the node, or by force. A repeated request during a maintenance is checked
 * again; the maintenance then lasts from its original start until the new end.
 * @throws DomainError `invalid-field`, `forbidden` or `maintenance-unsafe`.
 */
export function maintenanceStarted(world: MaintenanceWorld, request: MaintenanceStart, { by, mayForce }: Requester): Maintained {
  const { node, now } = world;
  checkForce(node, request, mayForce);
  const { blockers, refusal } = decided(world, request);
  if (refusal) throw refusal;
  const before = node.spec.maintenance;
  const maintenance: MaintenanceDocument = {
    since: before && isInForce(before, now) ? before.since : now,
    until: new Date(now.getTime() + request.untilHours * HOUR_MS),
    requestedBy: by,
    forced: blockers.length > 0,
    endedAt: null,
    endedBy: null,
  };
  return { maintenance, statements: startStatements(node, maintenance, blockers) };
}

/**
 * The answer that the same request would get.
 * @throws DomainError `invalid-field` or `forbidden`.
 */
export function maintenancePlan(world: MaintenanceWorld, request: MaintenanceStart, mayForce: boolean): MaintenancePlan {
  checkForce(world.node, request, mayForce);
  const { blockers, degraded, refusal } = decided(world, request);
  return { allowed: refusal === null, ...withText(refusal?.reason ?? outcomeOf(blockers, degraded)), blockers, degraded };
}

function outcomeOf(blockers: readonly Message[], degraded: readonly Message[]): Message {
  if (blockers.length > 0) return messageOf('maintenance-forced', { effects: messagesOf(blockers) });
  return degraded.length > 0 ? messageOf('maintenance-degrades', { effects: messagesOf(degraded) }) : messageOf('maintenance-harmless', {});
}

/** @throws DomainError `wrong-state`. */
export function maintenanceEnded(node: MaintainedNode, by: string, now: Date): Maintained {
  const {
    _id: id,
    name,
    spec: { maintenance },
  } = node;
  if (!maintenance || !isInForce(maintenance, now)) throw new DomainError('maintenance-not-in-force', { node: nodeRef(id, name) });
  const about = { id, name };
  return {
    maintenance: { ...maintenance, endedAt: now, endedBy: by },
    statements: [auditStatement({ statement: 'maintenance-ends', about }, 'maintenance-has-ended', { node: nodeRef(id, name) })],
  };
}

/** @returns `refusal` null: it starts. */
function decided({ node, around }: MaintenanceWorld, { force }: MaintenanceStart) {
  const { blockers, degraded } = planOf(around);
  return { blockers, degraded, refusal: blockers.length > 0 && !force ? refusalOf(node, blockers) : null };
}

function checkForce(node: MaintainedNode, { force, nodeName }: MaintenanceStart, mayForce: boolean): void {
  if (!force && nodeName === undefined) return;
  if (nodeName !== node.name)
    throw new DomainError(
      'node-name-not-repeated',
      { node: nodeRef(node._id, node.name), sentName: nodeName ?? '' },
      { field: 'nodeName' },
    );
  if (force && !mayForce) throw new DomainError('maintenance-force-forbidden', {});
}

function startStatements(
  { _id: id, name }: MaintainedNode,
  { since, until }: MaintenanceDocument,
  blockers: readonly MaintenanceBlocker[],
): AuditStatement[] {
  const period = { node: nodeRef(id, name), since: since.toISOString(), until: until.toISOString() };
  return [
    auditStatement({ statement: 'maintenance', about: { id, name } }, 'maintenance-started', period),
    ...blockers.map(({ volume, code, params }) =>
      auditStatement({ statement: 'force', about: volume }, 'forced-although', { effect: { code, params } }),
    ),
  ];
}
