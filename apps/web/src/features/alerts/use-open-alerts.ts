import { api } from '../../api/client.js';

const READ = 100;
const query = { open: 'true', causedBy: 'none', sort: '-startedAt', limit: READ } as const;

/** Open alerts without a cause: the navigation counts them, and the overview names them. */
export const useOpenAlerts = () => api.useQuery('get', '/api/v1/alerts', { params: { query } });
