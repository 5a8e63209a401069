import { Injectable } from '@nestjs/common';
import { Mongo } from '../core/mongo/mongo.js';
import { Servers } from '../core/servers/servers.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';
import { agentTarget, type Targets } from './targets.js';

/** Scrape targets for Prometheus (its HTTP service discovery): every server and every node's agent. */
@Injectable()
export class ServiceDiscoveryService {
  constructor(
    private readonly mongo: Mongo,
    private readonly servers: Servers,
    private readonly settings: SettingsService,
  ) {}

  async targets(): Promise<Targets> {
    const { clusterId, simulated, spec } = await this.settings.get();
    const common = { weft_cluster: clusterId, simulated: String(simulated) };
    return [
      ...(await this.serverTargets(common)),
      ...(await this.agentTargets(
        common,
        spec.storageNetworks.flatMap(({ cidrs }) => cidrs),
      )),
    ];
  }

  private async serverTargets(common: Record<string, string>): Promise<Targets> {
    const alive = await this.servers.alive();
    return alive.flatMap(({ address }) => (address ? [{ targets: [address], labels: { ...common, job: 'weft-server' } }] : []));
  }

  private async agentTargets(common: Record<string, string>, storageCidrs: readonly string[]): Promise<Targets> {
    const nodes = await readable(this.mongo, 'nodes')
      .find({ 'status.inventory': { $ne: null } }, { projection: { credentialHash: 0, 'status.orphans': 0, 'status.conditions': 0 } })
      .sort({ name: 1 })
      .toArray();
    return nodes
      .flatMap((node) => agentTarget(node, storageCidrs))
      .map(({ targets, labels }) => ({ targets, labels: { ...common, ...labels } }));
  }
}
