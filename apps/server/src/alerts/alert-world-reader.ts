import { Injectable } from '@nestjs/common';
import { SLOW_LEG_SECONDS, SLOW_LEG_WRITES } from '@weft/shared/alerts/rules/slow-leg';
import { BackupStateService } from '../backups/backup-state.service.js';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { KeptObjects } from '../core/changes/kept-objects.js';
import { currentServers } from '../core/servers/current-servers.js';
import { ReplicaSetMembers } from '../core/servers/replica-set-members.js';
import { Servers } from '../core/servers/servers.js';
import type { AlertDrive, AlertMirror, AlertWorld } from '../domain/alerts/alert-world.js';
import type { Thresholds } from '../domain/alerts/thresholds.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { OrphansService } from '../orphans/orphans.service.js';
import { LongMemoryStateService } from '../stats/long-memory/export/long-memory-state.service.js';
import { StatsQueryService } from '../stats/query/stats-query.service.js';
import { CapacityService } from '../views/overview/capacity.service.js';
import {
  AlertWorldRepository,
  type DegradedNics,
  type StoredAlertNode,
  toAlertNode,
  toNicLinks,
  type UnsettledStatus,
} from './alert-world.repository.js';
import { LatencyObjectives } from './latency-objectives.js';

/** Ten minutes, and the time until a minute is rolled up. */
const COUNTED_MS = 600_000 + 210_000;

type Slow = Pick<
  AlertWorld,
  | 'classes'
  | 'orphanCount'
  | 'apiTokens'
  | 'nicErrors'
  | 'rdmaRetransmits'
  | 'nicLinks'
  | 'drives'
  | 'mirrors'
  | 'latencies'
  | 'scrubs'
  | 'snapshots'
  | 'checksums'
>;

const namesOf = (classes: Slow['classes']): ReadonlyMap<string, string> =>
  new Map(classes.map(({ driveClass: { id, name } }) => [id, name]));

/** Reads the world of the rules. */
@Injectable()
export class AlertWorldReader {
  private readonly nodes: KeptObjects<StoredAlertNode>;
  private readonly unsettled: KeptObjects<UnsettledStatus>;
  private readonly nics: KeptObjects<DegradedNics>;
  private slow: { at: number; values: Slow } | undefined;
  /** Milliseconds; what changes slowly, or takes sums over all objects, is read at most once in this time. Tests shorten it. */
  slowMs = 30_000;

  constructor(
    private readonly repository: AlertWorldRepository,
    private readonly capacity: CapacityService,
    private readonly classes: DriveClassesService,
    private readonly orphans: OrphansService,
    private readonly servers: Servers,
    private readonly members: ReplicaSetMembers,
    private readonly backups: BackupStateService,
    private readonly statistics: StatsQueryService,
    private readonly objectives: LatencyObjectives,
    private readonly longMemory: LongMemoryStateService,
    feed: ChangeFeed,
  ) {
    this.nodes = new KeptObjects(feed, { collection: 'nodes', read: (ids) => repository.nodes(ids) });
    this.nics = new KeptObjects(feed, { collection: 'nodes', read: (ids) => repository.nicLinks(ids) });
    this.unsettled = new KeptObjects(feed, {
      collection: 'objectStatuses',
      // `<node id>/attachment/<id>`
      matters: (id) => id.includes('/attachment/'),
      read: (ids) => repository.unsettled(ids),
    });
  }

  /** The next read reads everything: thresholds changed, or another server evaluated meanwhile. */
  forget(): void {
    this.slow = undefined;
    this.nodes.forget();
    this.unsettled.forget();
    this.nics.forget();
    this.objectives.forget();
  }

  async read(thresholds: Thresholds, now: Date): Promise<AlertWorld> {
    const slow = await this.slowly(thresholds, now);
    const names = namesOf(slow.classes);
    const [nodes, volumes, attachments, foreignHosts, servers, longMemory] = await Promise.all([
      this.nodes.read(),
      this.repository.volumes(names),
      this.unsettled.read().then((statuses) => this.repository.attachments(statuses, names)),
      this.repository.foreignHosts(),
      this.servers.list(),
      this.longMemory.read(now),
    ]);
    return {
      ...slow,
      ...{ now, volumes, attachments, foreignHosts, longMemory },
      nodes: nodes.map((node) => toAlertNode(node, now)),
      servers: currentServers(servers).map(({ _id: id, hostname: name, online, certificateExpiresAt = null }) => ({
        id,
        name,
        online,
        certificateExpiresAt,
      })),
      membersDown: this.members.read().flatMap(({ member, up }) => (up ? [] : [member])),
      backupsLate: ['late', 'unreadable'].includes(this.backups.read().state),
    };
  }

  private async slowly(thresholds: Thresholds, now: Date): Promise<Slow> {
    if (this.slow && performance.now() - this.slow.at < this.slowMs) return this.slow.values;
    const at = performance.now();
    const since = new Date(now.getTime() - COUNTED_MS);
    const classes = await this.capacity.read(now);
    const names = namesOf(classes);
    const [orphans, apiTokens, nicErrors, rdmaRetransmits, nicLinks, drives, mirrors, latencies, scrubs, snapshots, checksums] =
      await Promise.all([
        this.orphans.all(),
        this.repository.apiTokens(now, thresholds.of('WeftApiTokenExpires')),
        this.statistics.nodeCounts('nicErrors', since),
        this.statistics.nodeCounts('rdmaRetransmits', since),
        this.nics.read().then((nodes) => nodes.flatMap(toNicLinks)),
        this.drives(thresholds),
        this.mirrors(thresholds, names, since),
        this.objectives.read(thresholds, names, now),
        this.repository.scrubs(names, now),
        this.repository.snapshots(names, now),
        this.repository.checksums(names),
      ]);
    const orphanCount = orphans.filter(({ ignored }) => ignored === null).length;
    this.slow = {
      at,
      values: {
        classes,
        orphanCount,
        apiTokens,
        nicErrors,
        rdmaRetransmits,
        nicLinks,
        drives,
        mirrors,
        latencies,
        scrubs,
        snapshots,
        checksums,
      },
    };
    return this.slow.values;
  }

  private async mirrors(thresholds: Thresholds, names: ReadonlyMap<string, string>, since: Date): Promise<AlertMirror[]> {
    const limits = { writes: SLOW_LEG_WRITES, times: thresholds.lowest('WeftLegSlow'), seconds: SLOW_LEG_SECONDS };
    return this.repository.mirrors(await this.statistics.unevenWrites(since, limits), names);
  }

  private async drives(thresholds: Thresholds): Promise<AlertDrive[]> {
    const found = await this.repository.drives({
      wearPercent: thresholds.lowest('WeftDriveWear') * 100,
      celsius: thresholds.lowest('WeftDriveHot'),
    });
    if (found.length === 0) return [];
    const members = await this.classes.members(found.map(({ id }) => id));
    const classesOf = new Map<string, string[]>();
    for (const { name, driveIds } of members) for (const id of driveIds) classesOf.set(id, [...(classesOf.get(id) ?? []), name]);
    return found.map((drive) => ({ ...drive, driveClasses: classesOf.get(drive.id) ?? [] }));
  }
}
