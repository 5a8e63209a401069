import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Reachable } from '@weft/shared/links/agent-link';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { ReportedNodes } from '../../domain/store/reported-nodes.service.js';

type Tell = (news: Reachable) => void;

/*
 * Notifies the clients on this server of targets that are back, so that no path waits for a back-off that started while its target was away.
 *  - A target connects, to any server, and its exports are unchanged: its clients are notified.
 *  - The target has restarted: each client is notified when the target reports under its new boot that the export is up.
 *  - A notification is lost (a server stops, a client changes servers): the client retries by itself, within a minute.
 */
@Injectable()
export class TargetReturns implements OnModuleInit {
  private readonly logger = new Logger(TargetReturns.name);
  private readonly clients = new Map<string, Tell>();
  /** By target: the connection under which its clients were last notified. */
  private readonly told = new Map<string, string>();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly agents: ReportedNodes,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id, deleted, fields }) => {
      if (this.clients.size === 0 || deleted) return;
      const mayConnect = !fields || fields.some((field) => field === 'status' || field.startsWith('status.connection'));
      if (collection === 'nodes' && mayConnect) this.next(() => this.nodeChanged(id));
      const [nodeId = '', kind, attachmentId] = id.split('/');
      if (collection === 'objectStatuses' && kind === 'export') this.next(() => this.tell(nodeId, attachmentId));
    });
  }

  connected(nodeId: string, tell: Tell): void {
    this.clients.set(nodeId, tell);
  }

  disconnected(nodeId: string): void {
    this.clients.delete(nodeId);
  }

  private async nodeChanged(nodeId: string): Promise<void> {
    const connectionId = await this.agents.onlineAs(nodeId);
    if (connectionId === null || this.told.get(nodeId) === connectionId) return;
    this.told.set(nodeId, connectionId);
    await this.tell(nodeId);
  }

  /** @param attachmentId selects one export of the target; absent: all of them. */
  private async tell(targetId: string, attachmentId?: string): Promise<void> {
    const byClient = new Map<string, string[]>();
    for (const { clientId, subsystemNqn } of await this.agents.exportsUp(targetId, attachmentId))
      byClient.set(clientId, [...(byClient.get(clientId) ?? []), subsystemNqn]);
    for (const [clientId, subsystemNqns] of byClient) this.clients.get(clientId)?.({ subsystemNqns });
  }

  /** Runs work one at a time: a returning rack starts only one database query at a time. */
  private next(work: () => Promise<void>): void {
    this.work = this.work
      .then(work)
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'clients were not notified of a returned target; they retry its paths with back-off'),
      );
  }
}
