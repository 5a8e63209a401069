import { accessErrors } from './access-errors.js';
import { alertErrors } from './alert-errors.js';
import { attachmentErrors } from './attachment-errors.js';
import { backupErrors } from './backup-errors.js';
import { cacheErrors } from './cache-errors.js';
import { driveErrors } from './drive-errors.js';
import type { errorParts } from './error-parts.js';
import { factorErrors } from './factor-errors.js';
import { jobErrors } from './job-errors.js';
import { momentErrors } from './moment-errors.js';
import { nodeErrors } from './node-errors.js';
import { noteErrors } from './note-errors.js';
import { oidcErrors } from './oidc-errors.js';
import { orphanErrors } from './orphan-errors.js';
import { placementErrors } from './placement-errors.js';
import { benchmarkErrors } from './proofs/benchmark-errors.js';
import { deploymentErrors } from './proofs/deployment-errors.js';
import { drillErrors } from './proofs/drill-errors.js';
import { preflightErrors } from './proofs/preflight-errors.js';
import { requestErrors } from './request-errors.js';
import { simulationErrors } from './simulation-errors.js';
import { snapshotErrors } from './snapshot-errors.js';
import { statisticsErrors } from './statistics-errors.js';
import { integrityErrors, thinErrors } from './thin-errors.js';
import { growthErrors, volumeErrors } from './volume-errors.js';
import { zoneErrors } from './zones/zone-errors.js';

/** Every reason of an error, grouped by area. */
export const errorRooms = {
  'Any request': requestErrors,
  'Sessions, users and roles': accessErrors,
  'Second factors': factorErrors,
  'OpenID Connect': oidcErrors,
  Volumes: volumeErrors,
  'Growing volumes': growthErrors,
  'Placement of legs': placementErrors,
  Caches: cacheErrors,
  'Thin volumes': thinErrors,
  'Volumes with checksums': integrityErrors,
  Snapshots: snapshotErrors,
  Attachments: attachmentErrors,
  Nodes: nodeErrors,
  'Drives and drive classes': driveErrors,
  Jobs: jobErrors,
  Notes: noteErrors,
  Orphans: orphanErrors,
  Preflight: preflightErrors,
  Backups: backupErrors,
  Benchmarks: benchmarkErrors,
  Deployments: deploymentErrors,
  Drills: drillErrors,
  'Alerts and channels': alertErrors,
  Moments: momentErrors,
  Statistics: statisticsErrors,
  Simulation: simulationErrors,
  Zones: zoneErrors,
};

export const errorCatalogue = {
  ...requestErrors,
  ...accessErrors,
  ...factorErrors,
  ...oidcErrors,
  ...volumeErrors,
  ...growthErrors,
  ...placementErrors,
  ...cacheErrors,
  ...thinErrors,
  ...integrityErrors,
  ...snapshotErrors,
  ...attachmentErrors,
  ...nodeErrors,
  ...driveErrors,
  ...jobErrors,
  ...noteErrors,
  ...orphanErrors,
  ...preflightErrors,
  ...backupErrors,
  ...benchmarkErrors,
  ...deploymentErrors,
  ...drillErrors,
  ...alertErrors,
  ...momentErrors,
  ...statisticsErrors,
  ...simulationErrors,
  ...zoneErrors,
};
export type ErrorReason = keyof typeof errorCatalogue;
export type ErrorParams<R extends ErrorReason> = (typeof errorCatalogue)[R]['example'];

export type ErrorPart = keyof typeof errorParts;
export type ErrorPartParams<P extends ErrorPart> = (typeof errorParts)[P]['example'];
