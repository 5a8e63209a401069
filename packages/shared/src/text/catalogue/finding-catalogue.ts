import { backupStateMessages } from './backup-messages.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { findingMessages } from './finding-messages.js';
import { rareConditionMessages } from './rare/rare-conditions.js';

/** What findings say: a finding that has a condition says what the condition says. The console's overview loads these. */
export const findingCatalogue = { ...conditionCatalogue, ...rareConditionMessages, ...findingMessages, ...backupStateMessages };
