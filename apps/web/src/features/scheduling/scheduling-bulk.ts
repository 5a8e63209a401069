import { client, ifMatch } from '../../api/client.js';
import type { EvictionPlan } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import { messageSentence } from '../../ui/text/message-sentence.js';
import { driveNoun, volumeNoun } from '../../ui/text/nouns.js';
import { type Sentence, sentence } from '../../ui/text/sentence.js';
import type { BulkAction } from '../bulk/bulk-action.js';
import { type Place, schedulingRefusal } from './place.js';

/** The same actions for drives and nodes; `placeOf` returns the relevant fields. */
export function schedulingActions<T extends { id: string; version: number }>(
  placeOf: (object: T) => Place,
  { one, many, refusal }: { one: string; many: string; refusal: (object: T) => string | null },
): BulkAction<T>[] {
  const nouns = (count: number) => `${count} ${count === 1 ? one : many}`;
  const nounOf = (object: T) => {
    const { kind, id, name } = placeOf(object);
    return { kind, id, name };
  };
  const init = (object: T) => ({ params: { path: { id: object.id }, header: ifMatch(object) }, body: {} });
  const isNode = (object: T) => placeOf(object).kind === 'node';
  const permission = one === 'node' ? 'node:change' : 'drive:change';
  return [
    {
      label: 'Cordon…',
      title: (count) => `Cordon ${nouns(count)}`,
      apply: (count) => `Cordon ${nouns(count)}`,
      permission,
      nounOf,
      refusal: (object) => schedulingRefusal('cordon', placeOf(object)),
      plan: (object) => ({
        steps: [
          ...(placeOf(object).scheduling === 'evicting' ? [server('its eviction stops; running resyncs finish')] : []),
          server('no new legs are placed on it; existing legs stay, and clients continue'),
        ],
      }),
      run: async (object) => {
        if (isNode(object)) await client.POST('/api/v1/nodes/{id}/cordon', init(object));
        else await client.POST('/api/v1/drives/{id}/cordon', init(object));
        return [];
      },
    },
    {
      label: 'Open again…',
      title: (count) => `Open ${nouns(count)} again`,
      apply: (count) => `Open ${nouns(count)}`,
      permission,
      nounOf,
      refusal: (object) => (placeOf(object).scheduling === 'open' ? 'It is open.' : schedulingRefusal('uncordon', placeOf(object))),
      plan: () => ({ steps: [server('new legs may be placed on it again')] }),
      run: async (object) => {
        if (isNode(object)) await client.POST('/api/v1/nodes/{id}/uncordon', init(object));
        else await client.POST('/api/v1/drives/{id}/uncordon', init(object));
        return [];
      },
    },
    {
      label: one === 'node' ? 'Drain…' : 'Evict…',
      title: (count) => `${one === 'node' ? 'Drain' : 'Evict'} ${nouns(count)}`,
      apply: (count) => `${one === 'node' ? 'Drain' : 'Evict'} ${nouns(count)}`,
      permission,
      nounOf,
      refusal: (object) => refusal(object) ?? schedulingRefusal('evict', placeOf(object)),
      note: 'Each plan assumes that only this object is emptied. Objects that are emptied together take no legs from each other: legs may move to other places, or wait for space.',
      plan: async (object) => {
        const params = { path: { id: object.id } };
        const { data } = isNode(object)
          ? await client.POST('/api/v1/nodes/{id}/drain/dry-run', { params, body: {} })
          : await client.POST('/api/v1/drives/{id}/evict/dry-run', { params, body: {} });
        const change = isNode(object)
          ? { kind: 'node.drain' as const, nodeId: object.id }
          : { kind: 'drive.evict' as const, driveId: object.id };
        return { steps: data ? evictionSteps(data) : [], changes: data && data.moves.length > 0 ? [{ change }] : [] };
      },
      run: async (object) => {
        const { data } = isNode(object)
          ? await client.POST('/api/v1/nodes/{id}/drain', init(object))
          : await client.POST('/api/v1/drives/{id}/evict', init(object));
        return data ? [data.job] : [];
      },
    },
  ];
}

const server = (what: Sentence): PlanStep => ({ node: null, what });

const evictionSteps = ({ moves, notMovable }: EvictionPlan): PlanStep[] =>
  moves.length + notMovable.length === 0
    ? [server('it has no legs; no new legs are placed on it until it is opened again')]
    : [
        ...moves.map(({ volume, index, to, ...move }) => ({
          node: to?.node ?? null,
          what: sentence`leg ${index} of ${volumeNoun(volume)} ${to ? sentence`moves to drive ${driveNoun(to.drive)}` : sentence`waits: ${messageSentence(move)}`}`,
        })),
        ...notMovable.map(({ volume, index, ...leg }) =>
          server(sentence`leg ${index} of ${volumeNoun(volume)} stays: ${messageSentence(leg)}`),
        ),
      ];
