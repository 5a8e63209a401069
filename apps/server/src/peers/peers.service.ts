import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '../core/metrics/metrics.js';
import { ServerIdentity } from '../core/process/server-identity.js';
import { Servers } from '../core/servers/servers.js';
import { ClusterAuthority } from '../core/tls/cluster-authority.js';
import { LiveStatisticsService } from '../stats/live/live-statistics.service.js';
import { PeerLink } from './peer-link.js';

const LOOK_EVERY_MS = 2000;

/**
 * Links to the other living servers, while a viewer here watches objects that they may have observations of.
 *  - An object is wanted: connect to every living server and ask it. A server's start or end is noticed within seconds.
 *  - No object is wanted any more: the peers are informed at once, and the links are closed at the next check.
 *  - The database is unreachable: the links stay as they are.
 */
@Injectable()
export class PeersService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(PeersService.name);
  private readonly links = new Map<string, PeerLink>();
  private wanted: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private stopped = false;

  constructor(
    private readonly servers: Servers,
    private readonly identity: ServerIdentity,
    private readonly statistics: LiveStatisticsService,
    private readonly authority: ClusterAuthority,
    { registry }: Metrics,
  ) {
    const { links } = this;
    const registers = [registry];
    new Gauge({
      name: 'weft_server_peer_links',
      help: 'Other servers whose live statistics this one asks for.',
      registers,
      collect() {
        this.set(links.size);
      },
    });
    new Gauge({
      name: 'weft_server_peer_links_up',
      help: 'Connected servers among those whose live statistics this server requests.',
      registers,
      collect() {
        this.set([...links.values()].filter(({ isConnected }) => isConnected).length);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.statistics.onWantedOfPeers((objects) => {
      const isFirst = this.wanted.length === 0 && objects.length > 0;
      this.wanted = objects;
      for (const link of this.links.values()) link.ask(objects);
      if (isFirst) this.look();
    });
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
    this.closeAll();
  }

  private look(): void {
    if (this.wanted.length === 0) this.closeAll();
    if (this.wanted.length === 0 || this.looking) return;
    this.looking = true;
    this.connect()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the list of servers could not be read; live statistics use the last one'),
      )
      .finally(() => {
        this.looking = false;
      });
  }

  private async connect(): Promise<void> {
    const [peers, authority] = await Promise.all([this.servers.peers(), this.authority.certificate()]);
    if (this.stopped || this.wanted.length === 0) return;
    const living = new Set(peers.map(({ id }) => id));
    for (const [id, link] of this.links) if (!living.has(id) && !link.isConnected) this.close(id, link);
    for (const peer of peers) {
      if (this.links.has(peer.id)) continue;
      const listener = {
        observations: (message: unknown) => this.statistics.takeOfServer(peer.id, message),
        gone: () => this.statistics.serverGone(peer.id),
      };
      const link = new PeerLink(peer, this.identity.id, listener, authority);
      link.ask(this.wanted);
      this.links.set(peer.id, link);
    }
  }

  private closeAll(): void {
    for (const [id, link] of this.links) this.close(id, link);
  }

  private close(id: string, link: PeerLink): void {
    link.close();
    this.links.delete(id);
  }
}
