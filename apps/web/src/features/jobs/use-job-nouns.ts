import { useQueries } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { Job } from '../../api/types.js';
import type { Noun } from '../../ui/text/nouns.js';
import { nounsOfVolume } from '../volumes/volume-nouns.js';

/** Limit of nodes looked up by name for one job: the names of further nodes stay plain text. */
const MOST_NODES = 32;

/**
 * Objects that the texts of a job may name: its subject, the nodes of its blockers and steps; for a waiting job also the legs of its volume, or the
 * volumes on its drive or node. An object that cannot be read, for example because it was deleted, is not a link.
 */
export function useJobNouns({ subject, steps, waitingFor, error }: Job): readonly Noun[] {
  const { kind, id, name } = subject;
  const isWaiting = waitingFor.length > 0;
  const named = [...waitingFor.map(({ node }) => node), error?.node, ...steps.flatMap(({ node, reason }) => [reason?.node, node])];
  const names = [...new Set(named.filter((each) => each != null))].slice(0, MOST_NODES);
  const nodes = useQueries({
    queries: names.map((node) => api.queryOptions('get', '/api/v1/nodes', { params: { query: { name: node } } })),
  });
  const of = { params: { path: { id } } };
  const when = (subjectKind: typeof kind) => ({ enabled: isWaiting && kind === subjectKind, retry: false });
  const volume = api.useQuery('get', '/api/v1/volumes/{id}', of, when('volume'));
  const ofNode = api.useQuery('get', '/api/v1/nodes/{id}/dependents', of, when('node'));
  const ofDrive = api.useQuery('get', '/api/v1/drives/{id}/dependents', of, when('drive'));
  const volumes = (kind === 'node' ? ofNode : ofDrive).data?.volumes ?? [];
  return [
    { kind, id, name },
    ...nodes.flatMap(({ data }) => data?.items ?? []).map((node): Noun => ({ kind: 'node', id: node.id, name: node.name })),
    ...(volume.data ? nounsOfVolume(volume.data) : []),
    ...volumes.map((each): Noun => ({ kind: 'volume', ...each.volume })),
  ];
}
