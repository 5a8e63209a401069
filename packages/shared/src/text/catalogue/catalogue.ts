import { attachmentMessages } from './attachment-messages.js';
import { backupAuditMessages, backupFaultMessages, backupJobMessages, backupStateMessages } from './backup-messages.js';
import { benchmarkJobMessages } from './benchmark-messages.js';
import { bundleAuditMessages, bundleMissingMessages } from './bundle-messages.js';
import { cacheMessages } from './cache/cache-messages.js';
import { auditChainMessages, checkMessages } from './check-messages.js';
import { mongodbMessages, upgradeMessages } from './deployment-messages.js';
import { proposalMessages } from './deployments/proposal-messages.js';
import { deploymentStepMessages } from './deployments/step-messages.js';
import { drillJobMessages } from './drill-messages.js';
import { effectMessages } from './effect-messages.js';
import { findingMessages } from './finding-messages.js';
import { historyMessages } from './history-messages.js';
import { integrityMessages } from './integrity/integrity-messages.js';
import { jobCatalogue } from './job-catalogue.js';
import { jobMessages, stepMessages, wayMessages } from './job-messages.js';
import { legMessages } from './leg-messages.js';
import { maintenanceMessages } from './maintenance-messages.js';
import { nodeMessages } from './node-messages.js';
import { orphanJobMessages, orphanMessages } from './orphan-messages.js';
import { placementMessages } from './placement-messages.js';
import { planMessages } from './plan-messages.js';
import { preflightHostMessages } from './preflight/host-checks.js';
import { preflightNetworkMessages } from './preflight/network-checks.js';
import { reachMessages } from './reach-messages.js';
import { rebuildMessages } from './rebuild/rebuild-messages.js';
import { auditMessages } from './record/audit-messages.js';
import { eventMessages } from './record/event-messages.js';
import { repairMessages } from './repair-messages.js';
import { scrubMessages } from './scrub/scrub-messages.js';
import { longMemoryMessages } from './statistics/long-memory-messages.js';
import { snapshotMessages } from './thin/snapshot-messages.js';
import { volumeMessages } from './volume-messages.js';
import { zoneMessages } from './zones/zone-messages.js';

/** Every message by its code, grouped by topic into rooms. */
export const rooms = {
  Legs: legMessages,
  Volumes: volumeMessages,
  Scrubs: scrubMessages,
  Caches: cacheMessages,
  'Volumes with checksums': integrityMessages,
  Snapshots: snapshotMessages,
  Attachments: attachmentMessages,
  Nodes: nodeMessages,
  Repair: repairMessages,
  Placement: placementMessages,
  'Reach of targets': reachMessages,
  Findings: findingMessages,
  'Steps of jobs': stepMessages,
  'Waits and errors of jobs': jobMessages,
  'Ways out of waits of jobs': wayMessages,
  Orphans: orphanMessages,
  Effects: effectMessages,
  Maintenance: maintenanceMessages,
  Plans: planMessages,
  'Acceptance of histories': historyMessages,
  'Files of backups': backupFaultMessages,
  'State of backups': backupStateMessages,
  'Jobs of backups': backupJobMessages,
  'Jobs of orphans': orphanJobMessages,
  'Jobs of benchmarks': benchmarkJobMessages,
  'Steps of deployments': deploymentStepMessages,
  'Proposals of deployments': proposalMessages,
  'Jobs of drills': drillJobMessages,
  'Downloads of backups': backupAuditMessages,
  'Gaps of support bundles': bundleMissingMessages,
  'Downloads of support bundles': bundleAuditMessages,
  'Findings before an upgrade': upgradeMessages,
  'Findings of a check': checkMessages,
  'Findings in the audit': auditChainMessages,
  'Findings in a replica set': mongodbMessages,
  'Findings of the preflight about networks': preflightNetworkMessages,
  'Findings of the preflight about nodes': preflightHostMessages,
  'Gaps of a rebuilt database': rebuildMessages,
  'Statements of the audit': auditMessages,
  Events: eventMessages,
  Zones: zoneMessages,
  'Gaps of statistics': longMemoryMessages,
};

export const catalogue = {
  ...jobCatalogue,
  ...findingMessages,
  ...effectMessages,
  ...orphanMessages,
  ...orphanJobMessages,
  ...benchmarkJobMessages,
  ...deploymentStepMessages,
  ...proposalMessages,
  ...drillJobMessages,
  ...maintenanceMessages,
  ...planMessages,
  ...historyMessages,
  ...backupFaultMessages,
  ...backupStateMessages,
  ...backupAuditMessages,
  ...bundleMissingMessages,
  ...bundleAuditMessages,
  ...upgradeMessages,
  ...checkMessages,
  ...auditChainMessages,
  ...mongodbMessages,
  ...preflightNetworkMessages,
  ...preflightHostMessages,
  ...rebuildMessages,
  ...auditMessages,
  ...eventMessages,
  ...zoneMessages,
  ...longMemoryMessages,
};
export type MessageCode = keyof typeof catalogue;
export type ParamsOf<C extends MessageCode> = (typeof catalogue)[C]['example'];
