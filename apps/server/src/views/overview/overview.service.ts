import { Injectable } from '@nestjs/common';
import type { Job } from '@weft/shared/kinds/job';
import type { ListedOrphan, OnlyCopy } from '@weft/shared/kinds/views/orphan';
import type { Overview } from '@weft/shared/kinds/views/overview';
import { soundHealths } from '@weft/shared/kinds/volume';
import { BackupStateService } from '../../backups/backup-state.service.js';
import { asOf, readTime } from '../../core/as-of/as-of.js';
import { SharedReads } from '../../core/load/shared-reads.js';
import { Servers } from '../../core/servers/servers.js';
import { DrivesService } from '../../drives/drives.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { OrphansService } from '../../orphans/orphans.service.js';
import { SettingsService } from '../../settings/settings.service.js';
import { backupFindings } from './backup-finding.js';
import { CapacityService } from './capacity.service.js';
import { CpuService } from './cpu.service.js';
import { findingsOf, graver } from './findings.js';
import { OverviewRepository } from './overview.repository.js';
import { type Versions, versionFindings } from './version-finding.js';

const MOST_FINDINGS = 50;
const MOST_JOBS = 10;
/** A past moment has no statistics. */
const notRecorded: Overview['cpu'] = { targets: null, clients: null };

/** The whole cluster on a page: browsers need not read everything to find problems. */
@Injectable()
export class OverviewService {
  private readonly reads = new SharedReads<Overview>();

  constructor(
    private readonly repository: OverviewRepository,
    private readonly capacity: CapacityService,
    private readonly drives: DrivesService,
    private readonly jobs: JobsService,
    private readonly cpu: CpuService,
    private readonly settings: SettingsService,
    private readonly orphans: OrphansService,
    private readonly backups: BackupStateService,
    private readonly servers: Servers,
  ) {}

  /** Requests that arrive together share one reading: browsers ask whenever something changes. */
  read(): Promise<Overview> {
    return this.reads.get('overview', () => this.readNow());
  }

  private async readNow(): Promise<Overview> {
    const now = readTime();
    const orphans = await this.orphans.all();
    const [troubles, { spec, clusterId }, counts, example, classes, cpu, versions, running, waiting, done, failed] = await Promise.all([
      this.repository.troubles(now, this.orphans.countsByNode(orphans)),
      this.settings.get(),
      this.counts(orphans),
      this.repository.example(),
      this.capacity.read(now),
      asOf() ? notRecorded : this.cpu.now(),
      this.versions(),
      this.latest('running'),
      this.latest('waiting'),
      this.latest('done'),
      this.latest('failed'),
    ]);
    const ofBackups = asOf() ? [] : backupFindings(this.backups.read(), clusterId);
    const ofVersions = versionFindings(versions, clusterId);
    const findings = [...findingsOf(troubles, spec.storageNetworks, now), ...ofBackups, ...ofVersions].sort(graver);
    const jobs = [...waiting.items, ...running.items];
    const changes = [...done.items, ...failed.items].sort(later).slice(0, MOST_JOBS);
    return {
      at: now.toISOString(),
      counts: {
        ...counts,
        driveClasses: classes.length,
        jobs: { running: running.total, waiting: waiting.total },
        backupProblems: asOf() ? null : ofBackups.length,
      },
      example,
      findings: findings.slice(0, MOST_FINDINGS),
      findingCount: findings.length,
      classes,
      cpu,
      jobs,
      changes,
    };
  }

  private async counts(orphans: readonly ListedOrphan[]): Promise<Omit<Overview['counts'], 'driveClasses' | 'jobs' | 'backupProblems'>> {
    const [connections, healths, drives, space, attachments] = await Promise.all([
      this.repository.nodeConnections(),
      this.repository.volumeHealths(),
      this.drives.counts(['in-service', 'available', 'occupied']),
      this.drives.space(),
      this.repository.attachmentCounts(),
    ]);
    const byHealth = [...healths].map(([health, { count, notWell }]) => ({
      health,
      count,
      unconfirmed: soundHealths.includes(health) ? notWell : 0,
    }));
    return {
      nodes: { online: connections['online'] ?? 0, lost: connections['lost'] ?? 0, never: connections['never'] ?? 0 },
      drives: {
        ...{ total: drives.total, inService: drives['in-service'], available: drives.available, occupied: drives.occupied },
        ...space,
      },
      volumes: { total: byHealth.reduce((sum, { count }) => sum + count, 0), byHealth: byHealth.filter(({ count }) => count > 0) },
      attachments,
      orphans: countsOf(orphans),
    };
  }

  private async versions(): Promise<Versions> {
    // Which servers ran is not recorded, so no finding compares their versions.
    if (asOf()) return { servers: [], agents: [], nodes: 0 };
    const [servers, agents] = await Promise.all([this.servers.alive(), this.repository.skewedAgents()]);
    return { servers, ...agents };
  }

  private latest(state: Job['state']) {
    return this.jobs.list({ state, sort: '-updatedAt', limit: MOST_JOBS });
  }
}

function countsOf(orphans: readonly ListedOrphan[]): Overview['counts']['orphans'] {
  const open = orphans.filter(({ ignored }) => ignored === null);
  const of = (only: OnlyCopy) => open.filter(({ mayHoldOnlyCopy }) => mayHoldOnlyCopy === only).length;
  const byOnlyCopy = { yes: of('yes'), unknown: of('unknown'), no: of('no') };
  return { total: open.length, ignored: orphans.length - open.length, byOnlyCopy };
}

const later = (a: Job, b: Job): number => b.updatedAt.localeCompare(a.updatedAt);
