import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule } from '../agents/agents.module.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { ApiTokensModule } from '../api-tokens/api-tokens.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { BackupsModule } from '../backups/backups.module.js';
import { BenchmarksModule } from '../benchmarks/benchmarks.module.js';
import { CancellationModule } from '../cancellation/cancellation.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { ClusterMetricsModule } from '../cluster-metrics/cluster-metrics.module.js';
import type { Config } from '../config/config.schema.js';
import { ConsoleModule } from '../console/console.module.js';
import { CoreModule } from '../core/core.module.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { DeploymentsModule } from '../deployments/deployments.module.js';
import { DrillsModule } from '../drills/drills.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { EnrollmentTokensModule } from '../enrollment-tokens/enrollment-tokens.module.js';
import { EventsModule } from '../events/events.module.js';
import { HistoryModule } from '../history/history.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LiveModule } from '../live/live.module.js';
import { MaintenanceModule } from '../maintenance/maintenance.module.js';
import { NodesModule } from '../nodes/nodes.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { OrphansModule } from '../orphans/orphans.module.js';
import { PeersModule } from '../peers/peers.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { ReconcileModule } from '../reconcile/reconcile.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { ServiceDiscoveryModule } from '../service-discovery/service-discovery.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SimulationModule } from '../simulation/simulation.module.js';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { SupportBundleModule } from '../support-bundle/support-bundle.module.js';
import { UsersModule } from '../users/users.module.js';
import { DependentsModule } from '../views/dependents/dependents.module.js';
import { DriveMapModule } from '../views/drive-map/drive-map.module.js';
import { MomentsViewModule } from '../views/moments/moments-view.module.js';
import { OverviewModule } from '../views/overview/overview.module.js';
import { SearchModule } from '../views/search/search.module.js';
import { ServersModule } from '../views/servers/servers.module.js';
import { TopologyModule } from '../views/topology/topology.module.js';
import { VolumeGroupsModule } from '../volume-groups/volume-groups.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';

/** One module per noun. */
const features = [
  SettingsModule,
  UsersModule,
  OidcModule,
  RolesModule,
  VolumeGroupsModule,
  ApiTokensModule,
  EnrollmentTokensModule,
  NodesModule,
  AgentsModule,
  DriveMapModule,
  DrivesModule,
  DriveClassesModule,
  VolumesModule,
  SnapshotsModule,
  AttachmentsModule,
  NotesModule,
  AuditModule,
  EventsModule,
  AlertsModule,
  ChannelsModule,
  MomentsViewModule,
  DependentsModule,
  MaintenanceModule,
  PlansModule,
  HistoryModule,
  JobsModule,
  CancellationModule,
  OverviewModule,
  OrphansModule,
  PreflightModule,
  TopologyModule,
  SearchModule,
  ServersModule,
  StatsModule,
  LiveModule,
  PeersModule,
  ReconcileModule,
  ServiceDiscoveryModule,
  ClusterMetricsModule,
  BackupsModule,
  BenchmarksModule,
  DeploymentsModule,
  DrillsModule,
  SimulationModule,
  SupportBundleModule,
  ConsoleModule,
];

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: a dynamic module of Nest is a class.
export class AppModule {
  static with(config: Config, mongo: Mongo): DynamicModule {
    return { module: AppModule, imports: [CoreModule.with(config, mongo), ...features] };
  }
}
