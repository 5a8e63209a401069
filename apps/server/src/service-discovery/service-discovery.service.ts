import { Injectable } from '@nestjs/common';
import type { Response } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { Mongo } from '../core/mongo/mongo.js';
import { Servers } from '../core/servers/servers.js';
import type { NodeDocument } from '../nodes/node.document.js';
import { SettingsService } from '../settings/settings.service.js';

type Targets = Response<typeof endpoints.serviceDiscovery>;

/** Port of the agents' own metrics. */
const AGENT_METRICS_PORT = 9500;

/** What Prometheus should scrape (its HTTP service discovery): every server and every node's agent. */
@Injectable()
export class ServiceDiscoveryService {
  constructor(
    private readonly mongo: Mongo,
    private readonly servers: Servers,
    private readonly settings: SettingsService,
  ) {}

  async targets(): Promise<Targets> {
    const { clusterId, simulated } = await this.settings.get();
    const common = { weft_cluster: clusterId, weft_simulated: String(simulated) };
    return [...(await this.serverTargets(common)), ...(await this.agentTargets(common))];
  }

  private async serverTargets(common: Record<string, string>): Promise<Targets> {
    const alive = await this.servers.alive();
    return alive.flatMap(({ address }) => (address ? [{ targets: [address], labels: { ...common, job: 'weft-server' } }] : []));
  }

  private async agentTargets(common: Record<string, string>): Promise<Targets> {
    const nodes = await this.mongo
      .collection<NodeDocument>('nodes')
      .find({ inventory: { $ne: null } }, { projection: { name: 1, 'inventory.hostname': 1 } })
      .sort({ name: 1 })
      .toArray();
    return nodes.map(({ _id, name, inventory }) => ({
      targets: [`${inventory?.hostname ?? name}:${AGENT_METRICS_PORT}`],
      labels: { ...common, job: 'weft-agent', node: name, node_id: _id },
    }));
  }
}
