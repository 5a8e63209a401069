import { api } from '../../api/client.js';

const READ = 100;
const query = { open: 'true', causedBy: 'none', sort: '-startedAt', limit: READ } as const;

/**
 * Open alerts without a cause: the navigation counts them, and the overview names them.
 * @param at for the navigation, which is not part of the page: the moment that the page shows; null: now
 */
export const useOpenAlerts = (at: string | null = null) =>
  api.useQuery('get', '/api/v1/alerts', { params: { query: at === null ? query : { ...query, at } } });
