import { backupStateMessages } from './backup-messages.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { findingMessages } from './finding-messages.js';

/** What findings say: a finding that has a condition says what the condition says. The console's overview loads these. */
export const findingCatalogue = { ...conditionCatalogue, ...findingMessages, ...backupStateMessages };
