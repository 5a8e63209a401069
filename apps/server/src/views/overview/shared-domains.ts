import type { Condition } from '@weft/shared/kinds/common';
import { FAILURE_DOMAIN_VIOLATED } from '@weft/shared/kinds/condition-types';
import type { Finding, Noun } from '@weft/shared/kinds/views/overview';
import { volumeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import { sharedHalves } from '../../domain/documents/volume.document.js';
import { wordsOf } from './explanation.js';
import type { TroubledVolume } from './findings.js';

const MOST_NAMED = 4;

const violationOf = ({ status: { conditions } }: TroubledVolume): Condition | undefined =>
  conditions.find(({ type, status }) => type === FAILURE_DOMAIN_VIOLATED && status === 'true');

/** A volume whose only problem is its failure domains counts as healthy here. */
export const isUnwell = (volume: TroubledVolume): boolean =>
  !violationOf(volume) || volume.status.conditions.some(({ type, status }) => type === 'Healthy' && status !== 'true');

interface Pair {
  nodes: [Noun, Noun];
  place: string;
  volumes: Set<TroubledVolume>;
}

/** Groups by the pair of nodes in one failure domain: one changed label affects every mirror between them. */
export function sharedDomains(volumes: readonly TroubledVolume[]): Finding[] {
  const pairs = new Map<string, Pair>();
  for (const volume of volumes.filter(violationOf))
    for (const halves of sharedHalves(volume.spec, volume.legs)) {
      const [a, b] = halves[0].nodeName < halves[1].nodeName ? halves : [halves[1], halves[0]];
      const place = `${volume.spec.failureDomain} ${a.spec.failureDomain}`;
      const key = `${a.nodeId} ${b.nodeId} ${place}`;
      const pair: Pair = pairs.get(key) ?? { nodes: [nodeOf(a), nodeOf(b)], place, volumes: new Set() };
      pair.volumes.add(volume);
      pairs.set(key, pair);
    }
  return [...pairs.values()].map(finding);
}

const nodeOf = ({ nodeId, nodeName }: { nodeId: string; nodeName: string }): Noun => ({ kind: 'node', id: nodeId, name: nodeName });

function finding({ nodes: [first, second], place, volumes }: Pair): Finding {
  const sorted = [...volumes].sort((a, b) => a.name.localeCompare(b.name));
  const named = sorted.slice(0, MOST_NAMED);
  const more = sorted.length - named.length;
  const { reason, params, message } = said('domain-holds-mirrors', {
    volumes: named.map(({ _id, name }) => volumeRef(_id, name)),
    more: more > 0 ? more : undefined,
  });
  const conditions = sorted.flatMap((volume) => violationOf(volume) ?? []);
  const words = conditions[0] && wordsOf(conditions[0]);
  return {
    severity: 'warn',
    subject: first,
    what: `shares ${place} with ${second.name}`,
    since: conditions.map(({ since }) => since).sort()[0] ?? null,
    because: message,
    waitingFor: words?.waitingFor ?? null,
    unblockedBy: words?.unblockedBy ?? null,
    data: { because: { code: reason, params, part: 'message' }, waitingFor: words?.data.waitingFor, unblockedBy: words?.data.unblockedBy },
    affected: [],
    volumes: [],
  };
}
