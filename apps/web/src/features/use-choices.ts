import { api } from '../api/client.js';
import { PAGE_ROWS } from '../table/list-search.js';

const query = { params: { query: { limit: PAGE_ROWS, sort: 'name' as const } } };
const asOptions = (items: readonly { id: string; name: string }[] = []) => items.map(({ id, name }) => ({ value: id, label: name }));

/** Nodes and drive classes to choose from, by name: the first 200 of each. */
export function useChoices() {
  const nodes = api.useQuery('get', '/api/v1/nodes', query);
  const driveClasses = api.useQuery('get', '/api/v1/drive-classes', query);
  return { nodes: asOptions(nodes.data?.items), driveClasses: asOptions(driveClasses.data?.items) };
}
