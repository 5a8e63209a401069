import { entry } from '../entry.js';
import { c1, t1 } from '../examples.js';
import { count, messages, node, word, yes } from '../field.js';
import type { Message } from '../message.js';
import { listed, type Words, words } from '../words.js';

const orNone = (portals: readonly Message[]): Words | string => (portals.length > 0 ? listed(portals, ', ') : 'none');

/* Why a target cannot export a leg to a client: errors of attaching, and blockers of repairs. */
export const reachMessages = {
  'network-portal': entry(
    { storageNetwork: word, address: word, rdma: yes },
    {
      message: ({ storageNetwork, address, rdma }) => words`${storageNetwork} (${address}${rdma ? ', RDMA' : ''})`,
      example: { storageNetwork: 'blue', address: '10.1.0.4', rdma: true },
    },
  ),
  'nodes-share-no-network': entry(
    { client: node, target: node, transport: word, clientPortals: messages, targetPortals: messages },
    {
      message: ({ client, target, transport, clientPortals, targetPortals }) =>
        words`Client ${client} and target ${target} share no storage network that carries ${transport}: ${client} has ${orNone(clientPortals)}; ${target} has ${orNone(targetPortals)}. Bring their NICs up, name their networks in the settings (storageNetworks), or choose the other transport.`,
      example: {
        ...{ client: c1, target: t1, transport: 'rdma', targetPortals: [] },
        clientPortals: [{ code: 'network-portal', params: { storageNetwork: 'blue', address: '10.1.0.4', rdma: false } }],
      },
    },
  ),
  'service-ids-used-up': entry(
    { target: node, firstId: count, lastId: count },
    {
      message: ({ target, firstId, lastId }) =>
        words`Target ${target} has no free service id between ${firstId} and ${lastId}. Detach something from it first.`,
      example: { target: t1, firstId: 10_000, lastId: 32_767 },
    },
  ),
};
