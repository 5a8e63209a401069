import type { Node } from '../../api/types.js';

/**
 * The one node that a volume can go to, so that the user need not choose it: of the online nodes outside maintenance without an attachment of the volume,
 * the only one, or the only one that is no target.
 * @param nodes all nodes of the cluster
 * @returns null: there are several, or none
 */
export function onlyClient(
  nodes: readonly Pick<Node, 'id' | 'roles' | 'connection' | 'maintenance'>[],
  attachedIds: readonly string[],
): string | null {
  const ready = nodes.filter(
    ({ id, connection, maintenance }) => connection.state === 'online' && maintenance === null && !attachedIds.includes(id),
  );
  const clients = ready.filter(({ roles }) => !roles.includes('target'));
  const [only, ...others] = clients.length > 0 ? clients : ready;
  return only && others.length === 0 ? only.id : null;
}
