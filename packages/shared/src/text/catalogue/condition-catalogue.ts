import { attachmentMessages } from './attachment-messages.js';
import { legMessages } from './leg-messages.js';
import { nodeMessages } from './node-messages.js';
import { repairMessages } from './repair-messages.js';
import { volumeMessages } from './volume-messages.js';

/**
 * Messages of conditions. The console's first load has these; messages of jobs and findings load with the pages that show them.
 * Of conditions that few volumes have (placement, reach, scrubs, caches, snapshots) it shows the server's text at first, without links.
 */
export const conditionCatalogue = {
  ...legMessages,
  ...volumeMessages,
  ...attachmentMessages,
  ...nodeMessages,
  ...repairMessages,
};
