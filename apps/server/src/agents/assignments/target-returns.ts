import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Reachable } from '@weft/shared/links/agent-link';
import { ChangeFeed } from '../../core/changes/change-feed.js';
import { ReportedNodes } from '../../domain/store/reported-nodes.service.js';

type Tell = (news: Reachable) => void;

/*
 * Tells the clients on this server which targets are back, so that no path waits for a back-off that began while its target was away.
 *  - a target connects, to whichever server, and what it exported is as it was: its clients are told.
 *  - it has restarted: each client is told when the target has said under its new boot that the export is up.
 *  - a hint is lost (a server that stops, a client that moves on): the client tries by itself, within a minute.
 */
@Injectable()
export class TargetReturns implements OnModuleInit {
  private readonly logger = new Logger(TargetReturns.name);
  private readonly clients = new Map<string, Tell>();
  /** By target: the connection under which its clients were told last. */
  private readonly told = new Map<string, string>();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly agents: ReportedNodes,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.onChange(({ collection, id, deleted }) => {
      if (this.clients.size === 0 || deleted) return;
      if (collection === 'nodes') this.next(() => this.nodeChanged(id));
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

  /** @param attachmentId one export of the target; all of them without it. */
  private async tell(targetId: string, attachmentId?: string): Promise<void> {
    const byClient = new Map<string, string[]>();
    for (const { clientId, subsystemNqn } of await this.agents.exportsUp(targetId, [...this.clients.keys()], attachmentId))
      byClient.set(clientId, [...(byClient.get(clientId) ?? []), subsystemNqn]);
    for (const [clientId, subsystemNqns] of byClient) this.clients.get(clientId)?.({ subsystemNqns });
  }

  /** One after the other: a rack that comes back asks the database no more than one thing at a time. */
  private next(work: () => Promise<void>): void {
    this.work = this.work
      .then(work)
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'clients were not told of a target: they try its paths in their own time'),
      );
  }
}
