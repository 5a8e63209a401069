import { backupJobMessages, backupStateMessages } from './backup-messages.js';
import { benchmarkJobMessages } from './benchmark-messages.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { drillJobMessages } from './drill-messages.js';
import { jobMessages, stepMessages, wayMessages } from './job-messages.js';
import { orphanJobMessages } from './orphan-messages.js';
import { rareConditionMessages } from './rare/rare-conditions.js';

/** What jobs say. The console's overview loads these, and none of the messages of plans and of the audit. */
export const jobCatalogue = {
  ...conditionCatalogue,
  ...rareConditionMessages,
  ...stepMessages,
  ...jobMessages,
  ...wayMessages,
  ...backupJobMessages,
  ...orphanJobMessages,
  ...benchmarkJobMessages,
  ...drillJobMessages,
  ...backupStateMessages,
};
