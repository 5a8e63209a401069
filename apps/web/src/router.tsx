import { createRootRoute, createRoute, createRouter, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { alertSeverities } from '@weft/shared/kinds/alerting/alert';
import { attachmentStates } from '@weft/shared/kinds/attachment';
import { auditActions } from '@weft/shared/kinds/audit';
import { driveStates, wipeStates } from '@weft/shared/kinds/drive';
import { jobKinds, jobStates } from '@weft/shared/kinds/job';
import { nodeRoles } from '@weft/shared/kinds/node';
import { backupKinds } from '@weft/shared/kinds/views/backup';
import { eventKinds, eventSeverities } from '@weft/shared/kinds/views/event';
import { onlyCopies, orphanKinds, orphanSides } from '@weft/shared/kinds/views/orphan';
import { volumeHealths, volumeStates } from '@weft/shared/kinds/volume';
import { preflightSets } from '@weft/shared/preflight/sets';
import { rangeSearch } from './charts/range.js';
import { mapSearch } from './features/drive-map/map-search.js';
import { attachmentTabs } from './paths/attachment-tabs.js';
import { driveClassTabs } from './paths/drive-class-tabs.js';
import { driveTabs } from './paths/drive-tabs.js';
import { jobTabs } from './paths/job-tabs.js';
import { nodeTabs } from './paths/node-tabs.js';
import { paths } from './paths/paths.js';
import { volumeTabs } from './paths/volume-tabs.js';
import { Shell } from './shell/shell.js';
import { listSearch, TEXT } from './table/rows/list-search.js';
import { topologySearch } from './topology/topology-search.js';
import { Page } from './ui/page.js';
import { ProblemView } from './ui/problem-view.js';
import { tabSearch } from './ui/tabs/tab-search.js';
import { TextLink } from './ui/text/links.js';
import { Empty } from './ui/text/message.js';

/*
 * Every page with its search parameters. Each page is a lazy chunk, loaded when it is first shown.
 */
const momentSearch = ({ at }: Record<string, unknown>): { at?: string } => {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isFinite(time) ? { at: new Date(time).toISOString() } : {};
};
/** The moment of the past that pages show stays in the address until a link removes it. */
const root = createRootRoute({ component: Shell, validateSearch: momentSearch, search: { middlewares: [retainSearchParams(['at'])] } });
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path }) as const;

const overview = createRoute({
  ...at('/'),
  validateSearch: rangeSearch,
  component: lazyRouteComponent(() => import('./features/overview/overview-page.js'), 'OverviewPage'),
});
const topology = createRoute({
  ...at('/topology'),
  validateSearch: topologySearch,
  component: lazyRouteComponent(() => import('./features/topology/topology-page.js'), 'TopologyPage'),
});
const volumes = createRoute({
  ...at('/volumes'),
  validateSearch: listSearch(['name', 'sizeBytes', 'createdAt'], {
    ...TEXT,
    state: volumeStates,
    health: volumeHealths,
    driveClassId: null,
  }),
  component: lazyRouteComponent(() => import('./features/volumes/list/volumes-page.js'), 'VolumesPage'),
});
const newVolume = createRoute({
  ...at('/volumes/new'),
  component: lazyRouteComponent(() => import('./features/volumes/create/new-volume-page.js'), 'NewVolumePage'),
});
/** Tab and time range of the page of an object. */
const tabbed =
  <const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) =>
  (search: Record<string, unknown>) => ({ ...rangeSearch(search), ...tabSearch(tabs)(search) });
const volume = createRoute({
  ...at('/volumes/$volumeId'),
  validateSearch: tabbed(volumeTabs),
  component: lazyRouteComponent(() => import('./features/volumes/detail/volume-page.js'), 'VolumePage'),
});
const attachments = createRoute({
  ...at('/attachments'),
  validateSearch: listSearch(['createdAt'], { ...TEXT, state: attachmentStates, volumeId: null, nodeId: null }),
  component: lazyRouteComponent(() => import('./features/attachments/attachments-page.js'), 'AttachmentsPage'),
});
const attachment = createRoute({
  ...at('/attachments/$attachmentId'),
  validateSearch: tabbed(attachmentTabs),
  component: lazyRouteComponent(() => import('./features/attachments/detail/attachment-page.js'), 'AttachmentPage'),
});
const drives = createRoute({
  ...at('/drives'),
  validateSearch: listSearch(['serial', 'model', 'sizeBytes', 'createdAt'], {
    ...TEXT,
    state: driveStates,
    nodeId: null,
    driveClassId: null,
  }),
  component: lazyRouteComponent(() => import('./features/drives/drives-page.js'), 'DrivesPage'),
});
const driveMap = createRoute({
  ...at('/drives/map'),
  validateSearch: mapSearch,
  component: lazyRouteComponent(() => import('./features/drive-map/drive-map-page.js'), 'DriveMapPage'),
});
const wipeRecords = createRoute({
  ...at('/drives/wipes'),
  validateSearch: listSearch(['createdAt', 'serial'], { driveId: null, state: wipeStates }),
  component: lazyRouteComponent(() => import('./features/drives/wipe-records-page.js'), 'WipeRecordsPage'),
});
const drive = createRoute({
  ...at('/drives/$driveId'),
  validateSearch: tabbed(driveTabs),
  component: lazyRouteComponent(() => import('./features/drives/detail/drive-page.js'), 'DrivePage'),
});
const driveClasses = createRoute({
  ...at('/drive-classes'),
  validateSearch: listSearch(['name', 'createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/drive-classes/drive-classes-page.js'), 'DriveClassesPage'),
});
const newDriveClass = createRoute({
  ...at('/drive-classes/new'),
  component: lazyRouteComponent(() => import('./features/drive-classes/new-drive-class-page.js'), 'NewDriveClassPage'),
});
const driveClass = createRoute({
  ...at('/drive-classes/$driveClassId'),
  validateSearch: tabSearch(driveClassTabs),
  component: lazyRouteComponent(() => import('./features/drive-classes/detail/drive-class-page.js'), 'DriveClassPage'),
});
const nodes = createRoute({
  ...at('/nodes'),
  validateSearch: listSearch(['name', 'createdAt'], { ...TEXT, connection: ['never', 'online', 'lost'], role: nodeRoles }),
  component: lazyRouteComponent(() => import('./features/nodes/nodes-page.js'), 'NodesPage'),
});
const node = createRoute({
  ...at('/nodes/$nodeId'),
  validateSearch: tabbed(nodeTabs),
  component: lazyRouteComponent(() => import('./features/nodes/node-page.js'), 'NodePage'),
});
const enrollmentTokens = createRoute({
  ...at('/enrollment-tokens'),
  validateSearch: listSearch(['createdAt', 'expiresAt'], {}),
  component: lazyRouteComponent(() => import('./features/nodes/enrollment-tokens-page.js'), 'EnrollmentTokensPage'),
});
const orphans = createRoute({
  ...at('/orphans'),
  validateSearch: listSearch(['since', 'sizeBytes', 'kind'], {
    ...{ kind: orphanKinds, side: orphanSides, mayHoldOnlyCopy: onlyCopies, ignored: ['true', 'any'], nodeId: null, volumeId: null },
  }),
  component: lazyRouteComponent(() => import('./features/orphans/orphans-page.js'), 'OrphansPage'),
});
const preflight = createRoute({
  ...at('/preflight'),
  validateSearch: listSearch(['severity'], { set: preflightSets, group: ['node'], accepted: ['true', 'any'], nodeId: null }),
  component: lazyRouteComponent(() => import('./features/preflight/preflight-page.js'), 'PreflightPage'),
});
const benchmarks = createRoute({
  ...at('/benchmarks'),
  validateSearch: listSearch(['createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/benchmarks/benchmarks-page.js'), 'BenchmarksPage'),
});
const newBenchmark = createRoute({
  ...at('/benchmarks/new'),
  component: lazyRouteComponent(() => import('./features/benchmarks/create/new-benchmark-page.js'), 'NewBenchmarkPage'),
});
const benchmarkComparison = createRoute({
  ...at('/benchmarks/compare'),
  validateSearch: listSearch(['createdAt'], { first: null, second: null }),
  component: lazyRouteComponent(() => import('./features/benchmarks/compare/compare-page.js'), 'ComparePage'),
});
const benchmark = createRoute({
  ...at('/benchmarks/$benchmarkId'),
  validateSearch: rangeSearch,
  component: lazyRouteComponent(() => import('./features/benchmarks/detail/benchmark-page.js'), 'BenchmarkPage'),
});
const deployments = createRoute({
  ...at('/deployments'),
  validateSearch: listSearch(['createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/deployments/deployments-page.js'), 'DeploymentsPage'),
});
const newDeployment = createRoute({
  ...at('/deployments/new'),
  component: lazyRouteComponent(() => import('./features/deployments/create/new-deployment-page.js'), 'NewDeploymentPage'),
});
const deployment = createRoute({
  ...at('/deployments/$deploymentId'),
  component: lazyRouteComponent(() => import('./features/deployments/detail/deployment-page.js'), 'DeploymentPage'),
});
const drills = createRoute({
  ...at('/drills'),
  validateSearch: listSearch(['createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/drills/list/drills-page.js'), 'DrillsPage'),
});
const newDrill = createRoute({
  ...at('/drills/new'),
  component: lazyRouteComponent(() => import('./features/drills/create/new-drill-page.js'), 'NewDrillPage'),
});
const drill = createRoute({
  ...at('/drills/$drillId'),
  component: lazyRouteComponent(() => import('./features/drills/detail/drill-page.js'), 'DrillPage'),
});
const backups = createRoute({
  ...at('/backups'),
  validateSearch: listSearch(['takenAt', 'sizeBytes'], { kind: backupKinds }),
  component: lazyRouteComponent(() => import('./features/backups/backups-page.js'), 'BackupsPage'),
});
const jobs = createRoute({
  ...at('/jobs'),
  validateSearch: listSearch(['createdAt', 'updatedAt'], { state: jobStates, kind: jobKinds, subjectId: null }),
  component: lazyRouteComponent(() => import('./features/jobs/jobs-page.js'), 'JobsPage'),
});
const job = createRoute({
  ...at('/jobs/$jobId'),
  validateSearch: tabSearch(jobTabs),
  component: lazyRouteComponent(() => import('./features/jobs/detail/job-page.js'), 'JobPage'),
});
const alerts = createRoute({
  ...at('/alerts'),
  validateSearch: listSearch(['startedAt', 'updatedAt'], {
    ...{ show: ['resolved', 'all'], severity: alertSeverities, rule: null, subjectId: null, causedBy: null },
  }),
  component: lazyRouteComponent(() => import('./features/alerts/alerts-page.js'), 'AlertsPage'),
});
const alert = createRoute({
  ...at('/alerts/$alertId'),
  component: lazyRouteComponent(() => import('./features/alerts/detail/alert-page.js'), 'AlertPage'),
});
const silences = createRoute({
  ...at('/silences'),
  validateSearch: listSearch(['endsAt', 'createdAt'], { state: ['planned', 'active', 'ended'] }),
  component: lazyRouteComponent(() => import('./features/alerts/silences/silences-page.js'), 'SilencesPage'),
});
const channels = createRoute({
  ...at('/channels'),
  component: lazyRouteComponent(() => import('./features/channels/channels-page.js'), 'ChannelsPage'),
});
const events = createRoute({
  ...at('/events'),
  validateSearch: listSearch(['at', 'lastAt'], { kind: eventKinds, severity: eventSeverities, subjectId: null }),
  component: lazyRouteComponent(() => import('./features/events/events-page.js'), 'EventsPage'),
});
const momentChanges = createRoute({
  ...at('/moments/changes'),
  validateSearch: ({ from, to }: Record<string, unknown>): { from?: string; to?: string } => {
    const [first, second] = [momentSearch({ at: from }).at, momentSearch({ at: to }).at];
    return { ...(first ? { from: first } : {}), ...(second ? { to: second } : {}) };
  },
  component: lazyRouteComponent(() => import('./features/moments/changes-page.js'), 'ChangesPage'),
});
const audit = createRoute({
  ...at('/audit'),
  validateSearch: listSearch(['at'], { action: auditActions, subjectId: null, by: null }),
  component: lazyRouteComponent(() => import('./features/audit/audit-page.js'), 'AuditPage'),
});
const simulation = createRoute({
  ...at('/simulation'),
  component: lazyRouteComponent(() => import('./features/simulation/simulation-page.js'), 'SimulationPage'),
});
const users = createRoute({
  ...at('/users'),
  validateSearch: listSearch(['name', 'createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/users/users-page.js'), 'UsersPage'),
});
const roles = createRoute({
  ...at('/roles'),
  validateSearch: listSearch(['name', 'createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/roles/roles-page.js'), 'RolesPage'),
});
const volumeGroups = createRoute({
  ...at('/volume-groups'),
  validateSearch: listSearch(['name', 'createdAt'], {}),
  component: lazyRouteComponent(() => import('./features/volume-groups/volume-groups-page.js'), 'VolumeGroupsPage'),
});
const apiTokens = createRoute({
  ...at('/api-tokens'),
  validateSearch: listSearch(['name', 'createdAt', 'expiresAt'], { userId: null }),
  component: lazyRouteComponent(() => import('./features/access/api-tokens-page.js'), 'ApiTokensPage'),
});
const sessions = createRoute({
  ...at('/sessions'),
  validateSearch: listSearch(['createdAt'], { userId: null }),
  component: lazyRouteComponent(() => import('./features/access/sessions-page.js'), 'SessionsPage'),
});
const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('./features/settings/settings-page.js'), 'SettingsPage'),
});

/** Components in every state, in simulated clusters only. */
const design = createRoute({
  ...at('/design'),
  component: lazyRouteComponent(() => import('./shell/design/design-page.js'), 'DesignPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    topology,
    volumes,
    newVolume,
    volume,
    attachments,
    attachment,
    drives,
    wipeRecords,
    driveMap,
    drive,
    driveClasses,
    newDriveClass,
    driveClass,
    nodes,
    node,
    enrollmentTokens,
    orphans,
    preflight,
    benchmarks,
    newBenchmark,
    benchmarkComparison,
    benchmark,
    deployments,
    newDeployment,
    deployment,
    drills,
    newDrill,
    drill,
    backups,
    jobs,
    job,
    alerts,
    alert,
    silences,
    channels,
    events,
    momentChanges,
    audit,
    simulation,
    users,
    roles,
    volumeGroups,
    apiTokens,
    sessions,
    settings,
    design,
  ]),
  // Drops invalid search parameters; otherwise the router would pass them to the page beside the parsed ones.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error, reset }) => <ProblemView error={error} onRetry={reset} />,
  defaultNotFoundComponent: () => (
    <Page title="Not found">
      <Empty action={<TextLink {...paths.overview()}>Overview</TextLink>}>There is no such page.</Empty>
    </Page>
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
