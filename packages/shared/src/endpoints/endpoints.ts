import { apiTokensEndpoints } from './access/api-tokens.js';
import { oidcEndpoints } from './access/oidc.js';
import { rolesEndpoints } from './access/roles.js';
import { secondFactorsEndpoints } from './access/second-factors.js';
import { usersEndpoints } from './access/users.js';
import { volumeGroupsEndpoints } from './access/volume-groups.js';
import { alertEndpoints, channelEndpoints } from './alerts.js';
import { attachmentsEndpoints } from './attachments.js';
import { auditEndpoints } from './audit.js';
import { backupsEndpoints } from './backups.js';
import { clusterEndpoints } from './cluster.js';
import { dependentsEndpoints } from './dependents.js';
import { deploymentsEndpoints } from './deployments/deployments.js';
import { driveClassesEndpoints } from './drive-classes.js';
import { drivesEndpoints } from './drives.js';
import { eventEndpoints, momentEndpoints } from './events.js';
import { healthEndpoints } from './health.js';
import { historyEndpoints } from './history.js';
import { jobsEndpoints } from './jobs.js';
import { nodesEndpoints } from './nodes.js';
import { notesEndpoints } from './notes.js';
import { orphansEndpoints } from './orphans.js';
import { plansEndpoints } from './plans.js';
import { preflightEndpoints } from './preflight.js';
import { benchmarksEndpoints } from './proofs/benchmarks.js';
import { drillsEndpoints } from './proofs/drills.js';
import { wipeRecordEndpoints } from './proofs/wipe-records.js';
import { settingsEndpoints } from './settings.js';
import { simulationEndpoints } from './simulation.js';
import { snapshotsEndpoints } from './snapshots/snapshots.js';
import { supportEndpoints } from './support.js';
import { volumesEndpoints } from './volumes.js';

/*
 * Every route of the API. Server, OpenAPI document, console client and tests derive from this list.
 */

export const endpoints = {
  ...healthEndpoints,
  ...usersEndpoints,
  ...rolesEndpoints,
  ...volumeGroupsEndpoints,
  ...apiTokensEndpoints,
  ...nodesEndpoints,
  ...historyEndpoints,
  ...orphansEndpoints,
  ...preflightEndpoints,
  ...drivesEndpoints,
  ...driveClassesEndpoints,
  ...volumesEndpoints,
  ...snapshotsEndpoints,
  ...plansEndpoints,
  ...attachmentsEndpoints,
  ...dependentsEndpoints,
  ...notesEndpoints,
  ...auditEndpoints,
  ...eventEndpoints,
  ...alertEndpoints,
  ...channelEndpoints,
  ...momentEndpoints,
  ...backupsEndpoints,
  ...benchmarksEndpoints,
  ...deploymentsEndpoints,
  ...drillsEndpoints,
  ...wipeRecordEndpoints,
  ...jobsEndpoints,
  ...clusterEndpoints,
  ...settingsEndpoints,
  ...simulationEndpoints,
  ...supportEndpoints,
  ...secondFactorsEndpoints,
  ...oidcEndpoints,
} as const;

export type EndpointId = keyof typeof endpoints;
