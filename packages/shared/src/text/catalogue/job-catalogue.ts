import { backupJobMessages, backupStateMessages } from './backup-messages.js';
import { benchmarkJobMessages } from './benchmark-messages.js';
import { cacheMessages } from './cache/cache-messages.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { drillJobMessages } from './drill-messages.js';
import { integrityMessages } from './integrity/integrity-messages.js';
import { jobMessages, stepMessages, wayMessages } from './job-messages.js';
import { orphanJobMessages } from './orphan-messages.js';
import { placementMessages } from './placement-messages.js';
import { reachMessages } from './reach-messages.js';
import { scrubMessages } from './scrub/scrub-messages.js';
import { snapshotMessages } from './thin/snapshot-messages.js';

/** What jobs say. The console's overview loads these, and none of the messages of plans and of the audit. */
export const jobCatalogue = {
  ...conditionCatalogue,
  ...placementMessages,
  ...reachMessages,
  ...scrubMessages,
  ...cacheMessages,
  ...integrityMessages,
  ...snapshotMessages,
  ...stepMessages,
  ...jobMessages,
  ...wayMessages,
  ...backupJobMessages,
  ...orphanJobMessages,
  ...benchmarkJobMessages,
  ...drillJobMessages,
  ...backupStateMessages,
};
