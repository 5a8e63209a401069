import { type FailureDomain, isMirrored, mirrorCopies, type Protection } from '@weft/shared/kinds/volume';
import type { PlacedLeg } from '../../../api/types.js';
import { type Outcome, outcomeWithout } from './what-if.js';

export type Loss = 'drive' | FailureDomain;

/** What the loss of any one drive, node, rack or zone does to a placement. */
export interface Survival {
  loss: Loss;
  isSurvived: boolean;
  /** The loss that a picture shows: the first one that stops the volume, or else the first one. */
  example: { name: string; outcome: Outcome };
  words: string;
}

const unitOf: Record<'drive' | 'node' | 'domain', (leg: PlacedLeg) => { id: string; name: string }> = {
  drive: ({ drive, node }) => ({ id: drive.id, name: `drive ${drive.serial} of ${node.name}` }),
  node: ({ node }) => ({ id: node.id, name: `node ${node.name}` }),
  domain: ({ failureDomain }) => ({ id: failureDomain, name: failureDomain }),
};

/**
 * Tries the loss of every drive, every node and, for a mirror over racks or zones, every one of these. It uses the placement alone: it claims nothing about
 * racks that the request did not ask for, or about two losses at once.
 */
export function survivalsOf(
  protection: Protection,
  failureDomain: FailureDomain,
  legs: readonly PlacedLeg[],
  copies = mirrorCopies({ protection }),
): readonly Survival[] {
  if (legs.length === 0) return [];
  const isByDomain = isMirrored(protection) && failureDomain !== 'node';
  return [
    survivalOf('drive', unitOf.drive, protection, legs, copies),
    survivalOf('node', unitOf.node, protection, legs, copies),
    ...(isByDomain ? [survivalOf(failureDomain, unitOf.domain, protection, legs, copies)] : []),
  ];
}

function survivalOf(
  loss: Loss,
  unit: (typeof unitOf)['drive'],
  protection: Protection,
  legs: readonly PlacedLeg[],
  copies: number,
): Survival {
  const units = [...new Map(legs.map((leg) => [unit(leg).id, unit(leg).name]))];
  const examples = units.map(([id, name]) => ({
    name: loss === 'rack' || loss === 'zone' ? `${loss} ${name}` : name,
    outcome: outcomeWithout(protection, legs, (leg) => unit(leg).id === id, copies),
  }));
  const fatal = examples.filter(({ outcome }) => outcome.state === 'unavailable');
  const example = fatal[0] ?? (examples[0] as (typeof examples)[number]);
  return { loss, isSurvived: fatal.length === 0, example, words: wordsOf(loss, examples.length, fatal.length, example.name) };
}

function wordsOf(loss: Loss, count: number, fatal: number, first: string): string {
  if (fatal === 0) return `It continues, degraded, without any one of its ${count} ${loss}s.`;
  if (count === 1) return `It stops without its only ${loss}.`;
  if (fatal === count) return `It stops without any one of its ${count} ${loss}s.`;
  return `It stops without ${fatal} of its ${count} ${loss}s, for example ${first}.`;
}
