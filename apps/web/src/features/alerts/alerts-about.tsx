import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { AlertLines } from './alert-lines.js';

const READ = 20;

export function AlertsAbout({ id }: { id: string }) {
  const { data } = api.useQuery('get', '/api/v1/alerts', { params: { query: { subjectId: id, open: 'true', limit: READ } } });
  return data && data.total > 0 ? <AlertLines alerts={data.items} total={data.total} all={paths.alerts({ subjectId: id })} /> : null;
}
