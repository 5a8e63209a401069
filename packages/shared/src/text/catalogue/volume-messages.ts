import { entry } from '../entry.js';
import { c1, drive0, leg0, report, t1, t2 } from '../examples.js';
import { count, leg, legs, message, messages, moment, node, nodes, seconds, word } from '../field.js';
import type { Message, MessageReference } from '../message.js';
import { at, listed, type Words, words } from '../words.js';

const legOf: Message = {
  code: 'legs-of-node',
  params: { legs: [leg0], node: t1, finding: { code: 'no-path', params: { client: c1, node: t1 } } },
};
const back = (of: readonly MessageReference[]): Words => words`the return of ${of} and of the networks to it`;
const NO_OTHER_LEG = words`their return: no other leg has their data`;
const waitFor = (nodes: readonly MessageReference[]): Words => words`the legs on ${nodes}`;
/** Of a volume with three copies: the fewest halves of a mirror set that are in use with every write. Absent: two copies. */
const HALVES = { halves: count.optional(), copies: count.optional() };
const MAINTENANCE = { node, ends: moment };

/* The condition Healthy of a volume. */
export const volumeMessages = {
  healthy: entry({}, { message: () => words`every leg is in sync and in use`, example: {} }),
  'data-lost': entry(
    { legs: messages, nodes },
    {
      message: ({ legs }) => words`volume data is lost: ${legs}`,
      waitingFor: ({ legs, nodes }) => words`the former ${legs.length === 1 ? 'drive' : 'drives'} of ${nodes}`,
      unblockedBy: () =>
        words`the return of the former drives with their data; without them, deleting the volume and restoring its data from a backup`,
      example: { legs: [{ code: 'leg-lost-for-good', params: { leg: leg0, node: t1, drive: drive0, report } }], nodes: [t1] },
    },
  ),
  'client-silent': entry(
    { clients: nodes },
    {
      message: ({ clients }) => words`${clients} ${clients.length === 1 ? 'has' : 'have'} not reported on it`,
      waitingFor: ({ clients }) => words`a report from ${clients}`,
      unblockedBy: ({ clients }) => words`a connection from the agent of ${clients} to a server`,
      example: { clients: [c1] },
    },
  ),
  'array-broken': entry(
    { client: node, cause: message },
    {
      message: ({ cause }) => words`every leg of a mirror set was lost at once; ${cause}`,
      waitingFor: ({ client }) => words`the legs, and the processes that have the device open on ${client}`,
      unblockedBy: ({ client }) =>
        words`the return of the legs, and closing the device on ${client}; its agent then assembles the array again`,
      example: { client: c1, cause: report },
    },
  ),
  'no-device': entry(
    { client: node, report: message.optional(), waitsForNode: word.optional(), nodes },
    {
      message: ({ client, report }) =>
        report ? words`${client} has no device: ${report}` : words`${client} has no device yet: its agent is working on it`,
      waitingFor: ({ client, waitsForNode }) => (waitsForNode ? words`node ${waitsForNode}` : words`client ${client}`),
      unblockedBy: ({ nodes }) => (nodes.length > 0 ? back(nodes) : words`removing the cause that the message names`),
      example: { client: c1, report, nodes: [t1] },
    },
  ),
  'device-stale': entry(
    { client: node, report: message },
    {
      message: ({ client, report }) => words`${client}: ${report}`,
      waitingFor: ({ client }) => words`the processes that have the device open on ${client}`,
      unblockedBy: ({ client }) => words`closing the device; the agent of ${client} then builds it again`,
      example: { client: c1, report },
    },
  ),
  stalled: entry(
    { legs: messages, nodes },
    {
      message: ({ legs }) => words`${legs}`,
      waitingFor: ({ nodes }) => waitFor(nodes),
      unblockedBy: ({ nodes }) => back(nodes),
      example: { legs: [legOf], nodes: [t1] },
    },
  ),
  /** The reason is that of the first leg. */
  'mirror-legs-missing': entry(
    { legs: messages, nodes, rebuildDelaySeconds: seconds, maintenances: messages, ...HALVES },
    {
      message: ({ legs, ...left }) => words`${legs}${stillSurvives(left)}`,
      waitingFor: ({ nodes }) => waitFor(nodes),
      unblockedBy: (params) => replaced(params),
      example: {
        legs: [legOf],
        nodes: [t1],
        rebuildDelaySeconds: 300,
        maintenances: [{ code: 'maintenance-end', params: { node: t1, ends: '2026-11-21T14:16:31.725Z' } }],
      },
    },
  ),
  'maintenance-end': entry(MAINTENANCE, {
    message: ({ node, ends }) => words`the end of the maintenance of ${node}, ${at(ends)},`,
    example: { node: t1, ends: '2026-11-21T14:16:31.725Z' },
  }),
  /** Without redundancy. The reason is that of the first leg. */
  'sole-legs-missing': entry(
    { legs: messages, nodes },
    {
      message: ({ legs }) => words`${legs}`,
      waitingFor: ({ nodes }) => waitFor(nodes),
      unblockedBy: () => NO_OTHER_LEG,
      example: { legs: [legOf], nodes: [t1] },
    },
  ),
  'mirror-resyncs': entry(
    { legs: messages, syncAction: word.optional(), ...HALVES },
    {
      message: ({ legs, syncAction = 'resync', ...left }) =>
        words`${legs.length > 0 ? words`${legs}` : words`md runs ${syncAction}`}${stillSurvives(left)}`,
      waitingFor: () => words`the resync`,
      unblockedBy: () => words`nothing: the resync ends by itself`,
      example: { legs: [], syncAction: 'recover' },
    },
  ),
  'leg-out-of-sync': entry(
    { legs: messages, rebuildDelaySeconds: seconds.optional(), maintenances: messages, ...HALVES },
    {
      message: ({ legs, ...left }) => words`${legs.length > 0 ? words`${legs}` : words`md reports a lost leg`}${stillSurvives(left)}`,
      unblockedBy: (params) => replaced(params),
      example: { legs: [legOf], rebuildDelaySeconds: 300, maintenances: [] },
    },
  ),
  detached: entry(
    { coming: messages },
    {
      message: ({ coming }) =>
        coming.length > 0 ? words`it is not attached; ${coming}` : words`it is not attached; its targets have all its legs`,
      example: { coming: [] },
    },
  ),
  /** Detached, with legs offline. `way`: whether an attach starts without them. `needed`: legs that may have the latest writes. */
  'detached-legs-away': entry(
    { legs: messages, nodes, way: word, needed: legs },
    {
      message: ({ legs }) => words`${legs}`,
      waitingFor: ({ nodes }) => waitFor(nodes),
      unblockedBy: ({ nodes, way, needed }) => {
        const back = words`the return of ${nodes} and its drives`;
        if (way === 'no-mirror') return words`${back}: no other leg has its data`;
        if (way === 'never-attached') return words`${back}: the first attach creates the mirror from all its legs`;
        return needed.length > 0
          ? words`${back}; until then an attach waits for ${needed.map((each) => words`leg ${each}`)}, which may have the latest writes, unless an administrator accepts their loss`
          : words`${back}; or attaching the volume: it starts without these legs, and they are replaced (docs/repair.md)`;
      },
      example: { legs: [legOf], nodes: [t1], way: 'waits-for-needed', needed: [leg0] },
    },
  ),
  'domain-shared': entry(
    { pairs: messages, more: count.optional(), domain: word },
    {
      message: ({ pairs, more }) =>
        more
          ? words`${pairs}; and ${more} more pairs: one failure takes both mirror halves`
          : words`${pairs}: its failure takes both mirror halves`,
      unblockedBy: ({ domain }) =>
        words`correcting the label ${domain} of one of the nodes, if it is wrong; else evicting the drive of one of the legs, which moves the leg to another ${domain}`,
      example: {
        pairs: [{ code: 'legs-share-domain', params: { one: leg0, node: t1, other: leg0, otherNode: t2, domain: 'rack', name: 'r1' } }],
        domain: 'rack',
      },
    },
  ),
  'legs-share-domain': entry(
    { one: leg, node, other: leg, otherNode: node, domain: word, name: word },
    {
      message: ({ one, node, other, otherNode, domain, name }) =>
        words`leg ${one} on ${node} and leg ${other} on ${otherNode} share ${domain} ${name}`,
      example: { one: leg0, node: t1, other: leg0, otherNode: t2, domain: 'rack', name: 'r1' },
    },
  ),
  'domain-not-shared': entry(
    { domain: word },
    { message: ({ domain }) => words`the mirror halves share no ${domain}`, example: { domain: 'rack' } },
  ),
};

interface Repair {
  rebuildDelaySeconds?: number | undefined;
  maintenances: readonly Message[];
}
const replaced = ({ rebuildDelaySeconds, maintenances }: Repair): Words =>
  rebuildDelaySeconds === undefined
    ? NO_OTHER_LEG
    : words`their return, or a replacement ${rebuildDelaySeconds} s after ${maintenances.length > 0 ? listed(maintenances) : 'it was lost'} (docs/repair.md)`;

/** With two copies, degraded says it: the next loss stops the volume. */
function stillSurvives({ halves, copies }: { halves?: number | undefined; copies?: number | undefined }): Words {
  if (halves === undefined || copies === undefined) return words``;
  const survives = halves > 1 ? `it survives the loss of ${halves - 1} more` : 'it survives no further loss';
  return words`; ${halves} of ${copies} halves ${halves === 1 ? 'is' : 'are'} in use with all data: ${survives}`;
}
