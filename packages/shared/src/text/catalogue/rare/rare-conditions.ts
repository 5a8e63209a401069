import { cacheMessages } from '../cache/cache-messages.js';
import { placementMessages } from '../placement-messages.js';
import { reachMessages } from '../reach-messages.js';
import { scrubMessages } from '../scrub/scrub-messages.js';
import { snapshotMessages } from '../thin/snapshot-messages.js';

/** Messages of conditions that few volumes have: no part of the console's first load, which shows the server's text of them, without links. */
export const rareConditionMessages = { ...placementMessages, ...reachMessages, ...scrubMessages, ...cacheMessages, ...snapshotMessages };
