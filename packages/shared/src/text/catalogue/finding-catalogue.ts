import { backupStateMessages } from './backup-messages.js';
import { cacheMessages } from './cache/cache-messages.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { findingMessages } from './finding-messages.js';
import { integrityMessages } from './integrity/integrity-messages.js';
import { placementMessages } from './placement-messages.js';
import { reachMessages } from './reach-messages.js';
import { scrubMessages } from './scrub/scrub-messages.js';
import { snapshotMessages } from './thin/snapshot-messages.js';

/** What findings say: a finding that has a condition says what the condition says. The console's overview loads these. */
export const findingCatalogue = {
  ...conditionCatalogue,
  ...placementMessages,
  ...reachMessages,
  ...scrubMessages,
  ...cacheMessages,
  ...integrityMessages,
  ...snapshotMessages,
  ...findingMessages,
  ...backupStateMessages,
};
