import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Reachable } from '@weft/shared/links/agent-link';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { partsOfStatusId } from '../../domain/documents/agent.documents.js';
import { ReportedNodes } from '../../domain/store/reported-nodes.service.js';

type Tell = (news: Reachable) => void;

/** Looked at together, as far as they are due at the same time. */
const AT_ONCE = 200;

/*
 * Notifies the clients on this server of targets that are back or have a new export, so that no path waits for a back-off that started before.
 *  - A target connects, to any server, and its exports are unchanged: its clients are notified.
 *  - The target has restarted, or the attachment is new: each client is notified when the target reports under its present boot that the export is up.
 *  - Thousands of nodes connect: they are looked at in groups, one after the other.
 *  - A notification is lost (a server stops, a client changes servers): the client retries by itself, within a minute.
 */
@Injectable()
export class TargetReturns implements OnModuleInit {
  private readonly logger = new Logger(TargetReturns.name);
  private readonly clients = new Map<string, Tell>();
  /** By target: the connection under which its clients were last notified. */
  private readonly told = new Map<string, string>();
  /** Nodes that may have connected, and ids of statuses of exports that have changed. */
  private readonly changed = { nodes: new Set<string>(), exports: new Set<string>() };
  private isLooking = false;

  constructor(
    private readonly agents: ReportedNodes,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id, deleted, fields }) => {
      if (this.clients.size === 0 || deleted) return;
      const mayConnect = !fields || fields.some((field) => field === 'status' || field.startsWith('status.connection'));
      if (collection === 'nodes' && mayConnect) this.changed.nodes.add(id);
      if (collection === 'objectStatuses' && partsOfStatusId(id).kind === 'export') this.changed.exports.add(id);
      void this.look();
    });
  }

  connected(nodeId: string, tell: Tell): void {
    this.clients.set(nodeId, tell);
  }

  disconnected(nodeId: string): void {
    this.clients.delete(nodeId);
  }

  /** Until nothing is due. What changes meanwhile waits for the next group. */
  private async look(): Promise<void> {
    const { nodes, exports } = this.changed;
    if (this.isLooking) return;
    this.isLooking = true;
    while (nodes.size + exports.size > 0) {
      try {
        await this.tellOf(taken(nodes), taken(exports));
      } catch (error) {
        this.logger.warn({ err: error }, 'clients were not notified of returned targets; they retry their paths with back-off');
      }
    }
    this.isLooking = false;
  }

  private async tellOf(nodeIds: readonly string[], statusIds: readonly string[]): Promise<void> {
    const online = await this.agents.online([...new Set([...nodeIds, ...statusIds.map(nodeOfStatus)])]);
    const targetIds = nodeIds.filter((nodeId) => {
      const connectionId = online.get(nodeId)?.connectionId ?? null;
      return connectionId !== null && this.told.get(nodeId) !== connectionId;
    });
    for (const nodeId of targetIds) this.told.set(nodeId, online.get(nodeId)?.connectionId ?? '');
    const due = { targetIds, statusIds: statusIds.filter((id) => online.has(nodeOfStatus(id))) };
    if (due.targetIds.length + due.statusIds.length === 0) return;
    const byClient = new Map<string, string[]>();
    for (const { clientId, subsystemNqn } of await this.agents.exportsUp(due, (nodeId) => online.get(nodeId)?.bootId))
      byClient.set(clientId, [...(byClient.get(clientId) ?? []), subsystemNqn]);
    for (const [clientId, subsystemNqns] of byClient) this.clients.get(clientId)?.({ subsystemNqns });
  }
}

const nodeOfStatus = (statusId: string): string => partsOfStatusId(statusId).nodeId;

function taken(from: Set<string>): string[] {
  const some = [...from].slice(0, AT_ONCE);
  for (const each of some) from.delete(each);
  return some;
}
