import type { DriveState } from '@weft/shared/kinds/drive';

/** Every address of the console, once: links and navigation spread these. */
export const paths = {
  overview: () => ({ to: '/' }) as const,
  topology: (select?: string) => ({ to: '/topology', search: select === undefined ? {} : { select } }) as const,
  volumes: () => ({ to: '/volumes' }) as const,
  newVolume: () => ({ to: '/volumes/new' }) as const,
  volume: (volumeId: string) => ({ to: '/volumes/$volumeId', params: { volumeId } }) as const,
  drives: (filter: { nodeId?: string; driveClassId?: string; state?: DriveState } = {}) => ({ to: '/drives', search: filter }) as const,
  drive: (driveId: string) => ({ to: '/drives/$driveId', params: { driveId } }) as const,
  driveMap: () => ({ to: '/drives/map' }) as const,
  driveClasses: () => ({ to: '/drive-classes' }) as const,
  newDriveClass: () => ({ to: '/drive-classes/new' }) as const,
  attachments: (filter: { volumeId?: string; nodeId?: string } = {}) => ({ to: '/attachments', search: filter }) as const,
  nodes: () => ({ to: '/nodes' }) as const,
  node: (nodeId: string) => ({ to: '/nodes/$nodeId', params: { nodeId } }) as const,
  jobs: (filter: { subjectId?: string } = {}) => ({ to: '/jobs', search: filter }) as const,
  job: (jobId: string) => ({ to: '/jobs/$jobId', params: { jobId } }) as const,
  users: () => ({ to: '/users' }) as const,
  settings: () => ({ to: '/settings' }) as const,
};
