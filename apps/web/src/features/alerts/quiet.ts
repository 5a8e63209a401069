import type { Alert } from '../../api/types.js';

/** No channel gets it: a silence matches it, or the maintenance of a node explains it. A file of its own: the navigation needs nothing else of alerts. */
export const isQuiet = ({ silencedBy, inhibitedBy }: Pick<Alert, 'silencedBy' | 'inhibitedBy'>): boolean =>
  silencedBy.length > 0 || inhibitedBy !== null;
