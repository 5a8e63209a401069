import { Controller, Injectable, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Server } from '@weft/shared/kinds/views/server';
import { Handles } from '../../core/http/handles.js';
import { ServerIdentity } from '../../core/process/server-identity.js';
import { Servers } from '../../core/servers/servers.js';

@Injectable()
class ServersService {
  constructor(
    private readonly servers: Servers,
    private readonly identity: ServerIdentity,
  ) {}

  async list(): Promise<{ items: Server[] }> {
    const stored = await this.servers.list();
    return {
      items: stored.map(({ _id, hostname, version, protocol, address, agents, online, startedAt, seenAt }) => ({
        ...{ id: _id, hostname, version, protocol: protocol ?? null, address, online },
        agents: online ? (agents ?? null) : null,
        ...{ answering: _id === this.identity.id, startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() },
      })),
    };
  }
}

@Controller()
class ServersController {
  constructor(private readonly servers: ServersService) {}

  @Handles(endpoints.listServers)
  list() {
    return this.servers.list();
  }
}

@Module({ controllers: [ServersController], providers: [ServersService] })
export class ServersModule {}
