import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../../core/leases/leases.js';
import { whileHeld } from '../../core/leases/while-held.js';
import { ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import { SettingsService } from '../../settings/settings.service.js';

const EVERY_MS = 1000;

/**
 * A server marks the nodes of its own connections. This class marks the nodes of a dead server, by one server at a time. It changes only the nodes' marks
 * and touches nothing that runs (S7).
 */
@Injectable()
export class NodeLiveness implements OnApplicationBootstrap {
  private readonly logger = new Logger(NodeLiveness.name);

  constructor(
    private readonly leases: Leases,
    private readonly agents: ReportedNodes,
    private readonly settings: SettingsService,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('node-liveness', (lease) => whileHeld(lease, EVERY_MS, () => this.sweep(lease)));
  }

  private async sweep(lease: Lease): Promise<void> {
    const { spec } = await this.settings.get();
    const lost = await this.agents.onDeadServers(spec.nodeLostAfterSeconds * 1000);
    if (lost.length === 0) return;
    this.logger.warn(
      { nodeIds: lost.map(({ nodeId }) => nodeId) },
      `${lost.length} nodes were connected to an offline server: they count as lost until they connect again`,
    );
    await lease.transaction(async (session) => {
      for (const { nodeId, connectionId } of lost) await this.agents.markLost(nodeId, connectionId, session);
    });
  }
}
