import type { DriveState } from '@weft/shared/kinds/drive';
import type { Node, NodeRole } from '@weft/shared/kinds/node';
import type { OrphanSide } from '@weft/shared/kinds/views/orphan';
import type { Volume } from '@weft/shared/kinds/volume';
import type { VolumeTab } from './volume-tabs.js';

/** A link to a page as it was at a moment (ISO 8601). From there on, links stay at that moment. */
export const pastOf = <const L extends { to: string; search?: object }>(link: L, at: string) => ({
  ...link,
  search: { ...link.search, at },
});

/** All addresses of the console. Links and navigation spread these objects. */
export const paths = {
  overview: () => ({ to: '/' }) as const,
  topology: (select?: string) => ({ to: '/topology', search: select === undefined ? {} : { select } }) as const,
  volumes: (filter: { driveClassId?: string; health?: Volume['health'] } = {}) => ({ to: '/volumes', search: filter }) as const,
  newVolume: () => ({ to: '/volumes/new' }) as const,
  volume: (volumeId: string, tab?: VolumeTab) =>
    ({ to: '/volumes/$volumeId', params: { volumeId }, search: tab === undefined ? {} : { tab } }) as const,
  drives: (filter: { nodeId?: string; driveClassId?: string; state?: DriveState } = {}) => ({ to: '/drives', search: filter }) as const,
  drive: (driveId: string) => ({ to: '/drives/$driveId', params: { driveId } }) as const,
  driveMap: () => ({ to: '/drives/map' }) as const,
  wipeRecords: (filter: { driveId?: string } = {}) => ({ to: '/drives/wipes', search: filter }) as const,
  driveClasses: () => ({ to: '/drive-classes' }) as const,
  driveClass: (driveClassId: string) => ({ to: '/drive-classes/$driveClassId', params: { driveClassId } }) as const,
  newDriveClass: () => ({ to: '/drive-classes/new' }) as const,
  attachments: (filter: { volumeId?: string; nodeId?: string } = {}) => ({ to: '/attachments', search: filter }) as const,
  attachment: (attachmentId: string) => ({ to: '/attachments/$attachmentId', params: { attachmentId } }) as const,
  nodes: (filter: { connection?: Node['connection']['state']; role?: NodeRole } = {}) => ({ to: '/nodes', search: filter }) as const,
  node: (nodeId: string) => ({ to: '/nodes/$nodeId', params: { nodeId } }) as const,
  enrollmentTokens: () => ({ to: '/enrollment-tokens' }) as const,
  preflight: (filter: { nodeId?: string } = {}) => ({ to: '/preflight', search: filter }) as const,
  orphans: (filter: { nodeId?: string; side?: OrphanSide } = {}) => ({ to: '/orphans', search: filter }) as const,
  alerts: (filter: { subjectId?: string; causedBy?: string } = {}) => ({ to: '/alerts', search: filter }) as const,
  alert: (alertId: string) => ({ to: '/alerts/$alertId', params: { alertId } }) as const,
  silences: () => ({ to: '/silences' }) as const,
  channels: () => ({ to: '/channels' }) as const,
  events: (filter: { subjectId?: string } = {}) => ({ to: '/events', search: filter }) as const,
  /** What differs from a moment on. @param to absent: until now */
  momentChanges: (from: string, to?: string) =>
    ({ to: '/moments/changes', search: { from, ...(to === undefined ? {} : { to }) } }) as const,
  jobs: (filter: { subjectId?: string } = {}) => ({ to: '/jobs', search: filter }) as const,
  job: (jobId: string) => ({ to: '/jobs/$jobId', params: { jobId } }) as const,
  audit: (filter: { subjectId?: string } = {}) => ({ to: '/audit', search: filter }) as const,
  benchmarks: () => ({ to: '/benchmarks' }) as const,
  newBenchmark: () => ({ to: '/benchmarks/new' }) as const,
  benchmark: (benchmarkId: string) => ({ to: '/benchmarks/$benchmarkId', params: { benchmarkId } }) as const,
  benchmarkComparison: (first: string, second: string) => ({ to: '/benchmarks/compare', search: { first, second } }) as const,
  deployments: () => ({ to: '/deployments' }) as const,
  newDeployment: () => ({ to: '/deployments/new' }) as const,
  deployment: (deploymentId: string) => ({ to: '/deployments/$deploymentId', params: { deploymentId } }) as const,
  drills: () => ({ to: '/drills' }) as const,
  newDrill: () => ({ to: '/drills/new' }) as const,
  drill: (drillId: string) => ({ to: '/drills/$drillId', params: { drillId } }) as const,
  backups: () => ({ to: '/backups' }) as const,
  simulation: () => ({ to: '/simulation' }) as const,
  apiTokens: () => ({ to: '/api-tokens' }) as const,
  sessions: (filter: { userId?: string } = {}) => ({ to: '/sessions', search: filter }) as const,
  roles: () => ({ to: '/roles' }) as const,
  volumeGroups: () => ({ to: '/volume-groups' }) as const,
  users: () => ({ to: '/users' }) as const,
  settings: () => ({ to: '/settings' }) as const,
};
