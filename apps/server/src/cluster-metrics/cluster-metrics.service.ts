import { Injectable } from '@nestjs/common';
import { CLOCK_SKEWED, IDENTITY_SHARED, VERSION_SKEWED } from '@weft/shared/kinds/condition-types';
import { jobStates } from '@weft/shared/kinds/job';
import { onlyCopies, orphanSides } from '@weft/shared/kinds/views/orphan';
import { SharedReads } from '../core/load/shared-reads.js';
import { Metrics } from '../core/metrics/metrics.js';
import { currentServers } from '../core/servers/current-servers.js';
import { ReplicaSetMembers } from '../core/servers/replica-set-members.js';
import { Servers } from '../core/servers/servers.js';
import { isUnusable } from '../domain/alerts/pool-readings.js';
import { OrphansService } from '../orphans/orphans.service.js';
import { CapacityService } from '../views/overview/capacity.service.js';
import { ClusterMetricsRepository, type NodeFacts, type PoolFacts, type ScrubFacts } from './cluster-metrics.repository.js';

const DAY_SECONDS = 86_400;

/** The state of the cluster as metrics, read at each scrape. Every server reports the same values: rules take the maximum over servers. */
@Injectable()
export class ClusterMetricsService {
  private readonly reads = new SharedReads<NodeFacts[]>();
  private readonly scrubs = new SharedReads<ScrubFacts[]>();
  private readonly pools = new SharedReads<PoolFacts[]>();

  constructor(
    private readonly repository: ClusterMetricsRepository,
    private readonly orphans: OrphansService,
    private readonly capacity: CapacityService,
    private readonly servers: Servers,
    private readonly members: ReplicaSetMembers,
    private readonly metrics: Metrics,
  ) {
    this.addVolumes();
    this.addNodes();
    this.addCapacity();
    this.addServers();
  }

  private addVolumes(): void {
    const { metrics } = this;
    metrics.readAtScrape(
      'weft_server_volume_health',
      'Health of each volume; 1 for the state that it is in.',
      ['volume', 'health'],
      async (gauge) => {
        for (const { name, health } of await this.repository.volumeHealths()) gauge.set({ volume: name, health }, 1);
      },
    );
    metrics.readAtScrape(
      'weft_server_foreign_host',
      'Whether a host other than the client is connected to an export of an attachment.',
      ['volume', 'client'],
      async (gauge) => {
        // Two attachments can have the same labels while one of them ends: the one with a foreign host is set last.
        const found = (await this.repository.foreignHosts()).sort((a, b) => Number(a.foreign) - Number(b.foreign));
        for (const { volume, client, foreign } of found) gauge.set({ volume, client }, foreign ? 1 : 0);
      },
    );
    this.addScrubs();
    this.addChecksums();
    metrics.readAtScrape(
      'weft_server_volume_snapshot_due_timestamp_seconds',
      'When the next scheduled snapshot of the volume is due.',
      ['volume'],
      async (gauge) => {
        for (const { name, due } of await this.repository.snapshotsDue()) gauge.set({ volume: name }, due);
      },
    );
    this.addPools();
    metrics.readAtScrape('weft_server_jobs', 'Jobs by state; those that ended long ago are removed.', ['state'], async (gauge) => {
      for (const state of jobStates) gauge.set({ state }, 0);
      for (const { state, count } of await this.repository.jobStates()) gauge.set({ state }, count);
    });
  }

  private addScrubs(): void {
    const of = (name: string, help: string, value: (facts: ScrubFacts) => number | null) =>
      this.metrics.readAtScrape(`weft_server_volume_scrub_${name}`, help, ['volume'], async (gauge) => {
        for (const facts of await this.scrubs.get('scrubs', () => this.repository.scrubs())) {
          const known = value(facts);
          if (known !== null) gauge.set({ volume: facts.name }, known);
        }
      });
    of('mismatch_bytes', 'Bytes of ranges in which the halves of a mirror differ.', ({ mismatchBytes }) => mismatchBytes);
    of('completed_timestamp_seconds', 'When the last complete scrub ended.', ({ completed }) => completed);
    of('due_timestamp_seconds', 'When the next scheduled scrub of an attached volume is due.', ({ due }) => due);
  }

  private addChecksums(): void {
    this.metrics.readAtScrape(
      'weft_server_volume_checksum_errors',
      'How often legs of the volume returned wrong bytes since a person last acknowledged that.',
      ['volume'],
      async (gauge) => {
        for (const { name, errors } of await this.repository.checksumErrors()) gauge.set({ volume: name }, errors);
      },
    );
    this.metrics.readAtScrape(
      'weft_server_leg_checksum_errors',
      'How often the leg returned wrong bytes since it was made.',
      ['volume', 'node', 'drive'],
      async (gauge) => {
        for (const { errors, ...labels } of await this.repository.checksumErrorsOfLegs()) gauge.set(labels, errors);
      },
    );
  }

  private addNodes(): void {
    const { metrics } = this;
    metrics.readAtScrape(
      'weft_server_node_connected',
      'Whether the agent of a node is connected to any server.',
      ['node'],
      async (gauge) => {
        for (const { name, online } of await this.nodes()) gauge.set({ node: name }, online ? 1 : 0);
      },
    );
    metrics.countAtScrape(
      'weft_server_node_connection_losses_total',
      'How often the connection of a node was lost.',
      ['node'],
      async (counter) => {
        for (const { name, losses } of await this.nodes()) counter.inc({ node: name }, losses);
      },
    );
    this.ofNodes('weft_server_node_identity_disputed', 'Whether a second agent holds the credential of a node.', IDENTITY_SHARED);
    this.ofNodes('weft_server_node_clock_skewed', "Whether the clock of a node differs from its server's.", CLOCK_SKEWED);
    this.ofNodes('weft_server_node_version_skewed', "Whether the version of a node's agent differs from its server's.", VERSION_SKEWED);
    metrics.readAtScrape(
      'weft_server_drive_missing',
      'Drives in service that their node does not list.',
      ['node', 'drive'],
      async (gauge) => {
        for (const labels of await this.repository.missingDrives()) gauge.set(labels, 1);
      },
    );
  }

  private addPools(): void {
    const of = (name: string, help: string, value: (pool: PoolFacts) => number) =>
      this.metrics.readAtScrape(`weft_server_drive_pool_${name}`, help, ['node', 'drive'], async (gauge) => {
        for (const pool of await this.pools.get('pools', () => this.repository.pools()))
          gauge.set({ node: pool.node, drive: pool.drive }, value(pool));
      });
    of('data_ratio', 'Used share of the data of a pool of thin legs.', ({ pool }) => pool.dataUsedPercent / 100);
    of('metadata_ratio', 'Used share of the metadata of a pool of thin legs.', ({ pool }) => pool.metadataUsedPercent / 100);
    of('unusable', 'Whether a pool of thin legs is full, read-only or failed, or needs a check.', ({ pool }) => (isUnusable(pool) ? 1 : 0));
  }

  private addCapacity(): void {
    const { metrics } = this;
    metrics.readAtScrape(
      'weft_server_drive_class_repair_headroom_bytes',
      'Bytes of a drive class that stay free after the repair of the loss of one node.',
      ['drive_class'],
      async (gauge) => {
        for (const { driveClass, repair } of await this.capacity.read(new Date()))
          if (repair) gauge.set({ drive_class: driveClass.name }, repair.availableBytes - repair.neededBytes);
      },
    );
    metrics.readAtScrape('weft_server_orphans', 'Objects without their counterpart.', ['side', 'only_copy'], async (gauge) => {
      const found = (await this.orphans.all()).filter(({ ignored }) => ignored === null);
      for (const side of orphanSides)
        for (const only of onlyCopies)
          gauge.set({ side, only_copy: only }, found.filter((orphan) => orphan.side === side && orphan.mayHoldOnlyCopy === only).length);
    });
    metrics.readAtScrape('weft_server_ignored_orphans', 'Objects without their counterpart that a person ignored.', [], async (gauge) => {
      gauge.set((await this.orphans.all()).filter(({ ignored }) => ignored !== null).length);
    });
    metrics.readAtScrape(
      'weft_server_drive_class_until_full_seconds',
      'Time until a drive class has no bytes free for new legs.',
      ['drive_class'],
      async (gauge) => {
        for (const { driveClass, forecast } of await this.capacity.read(new Date())) {
          const days = forecast.trend?.daysUntilFull ?? null;
          if (days !== null) gauge.set({ drive_class: driveClass.name }, days * DAY_SECONDS);
        }
      },
    );
  }

  private addServers(): void {
    const { metrics } = this;
    metrics.readAtScrape(
      'weft_server_certificate_expiry_timestamp_seconds',
      'When the certificate of this server expires.',
      [],
      async (gauge) => {
        const expiresAt = this.servers.certificateExpiry;
        gauge.remove();
        if (expiresAt) gauge.set(expiresAt.getTime() / 1000);
      },
    );
    metrics.readAtScrape('weft_server_online', 'Whether a server of this database sends heartbeats.', ['server'], async (gauge) => {
      const online = new Map<string, boolean>();
      for (const each of currentServers(await this.servers.list()))
        online.set(each.hostname, each.online && (online.get(each.hostname) ?? true));
      for (const [server, isOnline] of online) gauge.set({ server }, isOnline ? 1 : 0);
    });
    metrics.readAtScrape(
      'weft_server_mongodb_member_up',
      'Whether this server reaches the member of the replica set.',
      ['member'],
      async (gauge) => {
        for (const { member, up } of this.members.read()) gauge.set({ member }, up ? 1 : 0);
      },
    );
  }

  /** A condition of nodes. */
  private ofNodes(name: string, help: string, type: string): void {
    this.metrics.readAtScrape(name, help, ['node'], async (gauge) => {
      for (const { name: node, conditions } of await this.nodes()) gauge.set({ node }, conditions.includes(type) ? 1 : 0);
    });
  }

  /** Several metrics of one scrape share a read. */
  private nodes(): Promise<NodeFacts[]> {
    return this.reads.get('nodes', () => this.repository.nodes());
  }
}
