import type { Attachment, Leg, Node, Volume } from '../../../api/types.js';
import type { StatusFacts } from '../../../ui/status.js';
import { type Noun, nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { healthFacts } from './leg-observations.js';

/*
 * The path of an I/O from a client to the drives, hop by hop, as the observers of each leg report it.
 *
 * - By its last inventory, a client or target has no NIC on a path's network: the hop reports what is missing.
 * - The node is lost: the states of its NICs are from its last report.
 * - The controller of a path is not live: the network hop between its two NICs shows that.
 * - The observers of a leg doubt it: the drive hop shows the message of the leg's health.
 */

export interface Hop {
  name: string;
  status: StatusFacts;
}
/** One path of one leg over one storage network. */
export interface FabricPath {
  storageNetwork: string;
  clientNic: Hop;
  network: Hop;
  targetNic: Hop;
}
export interface FabricLeg {
  leg: Leg;
  drive: StatusFacts;
  paths: FabricPath[];
}

type Nodes = ReadonlyMap<string, Node>;
type Nic = Node['nics'][number];
type View = NonNullable<Leg['observations']>['attachments'][number];

const addressOf = (withPrefix: string): string => withPrefix.split('/')[0] ?? withPrefix;

function nicHop(node: Noun, known: Node | undefined, isMeant: (nic: Nic) => boolean, what: string): Hop {
  const nics = known?.nics.filter(isMeant);
  if (nics === undefined) return { name: 'not known', status: { tone: 'warn', what: 'unknown', why: sentence`${node} is still loading` } };
  const [nic] = nics;
  if (!nic) return { name: 'none', status: { tone: 'bad', what: 'missing', why: sentence`${node} has ${what}, by its last inventory` } };
  const name = nics.map((each) => each.name).join(', ');
  if (known?.connection.state === 'lost')
    return { name, status: { tone: 'warn', what: nic.up ? 'was up' : 'was down', why: sentence`last report of ${node}, which is lost` } };
  const down = nics.filter(({ up }) => !up).map((each) => each.name);
  return down.length === 0
    ? { name, status: { tone: 'good', what: 'up' } }
    : {
        name,
        status: {
          tone: down.length < nics.length ? 'warn' : 'bad',
          what: 'down',
          since: nics.find(({ up }) => !up)?.linkSince ?? null,
          why: sentence`${down.join(', ')} of ${node} has no carrier, or is switched off`,
        },
      };
}

function networkHop(name: string, state: string | null, { clientFreshness, ...view }: View, tls?: boolean): Hop {
  const client = nodeNoun(view.client);
  if (clientFreshness === 'none')
    return { name, status: { tone: 'warn', what: 'unknown', why: sentence`${client} has not reported this path yet` } };
  const old = clientFreshness === 'old' ? sentence`last report of ${client}, which is offline or has restarted` : null;
  if (state === 'live')
    return { name, status: old ? { tone: 'warn', what: 'was live', why: old } : { tone: 'good', what: tls ? 'live, encrypted' : 'live' } };
  const why = state === null ? sentence`${client} has no controller for it` : sentence`its controller on ${client} is ${state}`;
  return { name, status: { tone: 'bad', what: state ?? 'not connected', why: old ? sentence`${why}; ${old}` : why } };
}

function targetHop(leg: Leg, address: string, target: Node | undefined, { export: exported }: View): Hop {
  const isOwn = ({ addresses }: Nic) => addresses.some((each) => addressOf(each) === address);
  const node = nodeNoun(leg.node);
  const hop = nicHop(node, target, isOwn, `no NIC with the address ${address}`);
  if (hop.status.tone !== 'good') return hop;
  if (!exported) return { ...hop, status: { tone: 'warn', what: 'not exported', why: sentence`${node} has no order to export the leg` } };
  const portal = exported.portals.find((each) => addressOf(each.address) === address);
  if (exported.namespaceEnabled && portal?.linked) return hop;
  return {
    ...hop,
    status: {
      tone: 'bad',
      what: 'up, not exported',
      why: exported.namespaceEnabled
        ? sentence`${node} does not export the leg at ${address}`
        : sentence`the namespace of the leg is off on ${node}`,
    },
  };
}

/** Paths of one attachment, ordered by leg. */
export function fabricOf({ legs }: Pick<Volume, 'legs'>, { id, node }: Pick<Attachment, 'id' | 'node'>, nodes: Nodes): FabricLeg[] {
  return [...legs]
    .sort((a, b) => a.index - b.index)
    .map((leg) => {
      const view = leg.observations?.attachments.find(({ attachmentId }) => attachmentId === id);
      const paths = (view?.paths ?? []).map(({ storageNetwork, address, controllerState, tls }) => ({
        storageNetwork,
        clientNic: nicHop(
          nodeNoun(node),
          nodes.get(node.id),
          (nic) => nic.storageNetwork === storageNetwork,
          `no NIC on ${storageNetwork}`,
        ),
        network: networkHop(storageNetwork, controllerState, view as View, tls),
        targetNic: targetHop(leg, addressOf(address), nodes.get(leg.node.id), view as View),
      }));
      return { leg, drive: healthFacts(leg), paths };
    });
}
