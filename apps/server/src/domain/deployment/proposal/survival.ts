import { type FailureDomain, isMirrored, type Protection } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { CandidateDrive } from '../../placement/candidates.js';

/** Number of different failure domains with drives. Drives of nodes without the label count for none. */
export const domainsOf = (drives: readonly Pick<CandidateDrive, 'failureDomain'>[]): number =>
  new Set(drives.flatMap(({ failureDomain }) => failureDomain ?? [])).size;

/** What a volume survives on these drives. */
export function survives(protection: Protection, domain: FailureDomain, drives: readonly CandidateDrive[]): Message {
  const domains = domainsOf(drives);
  if (!isMirrored(protection))
    return messageOf('survives-nothing', { drives: drives.length, nodes: new Set(drives.map(({ nodeId }) => nodeId)).size });
  return messageOf(protection === 'raid10' ? 'survives-further' : 'survives-domain', { domain, domains });
}

/** Why no volume of this kind fits these drives; null: it may. */
export function impossible(protection: Protection, domain: FailureDomain, drives: readonly CandidateDrive[]): Message | null {
  const needed = { concatenated: 1, raid0: 2, raid1: 2, raid10: 4 }[protection];
  if (isMirrored(protection) && domainsOf(drives) < 2) return messageOf('proposal-too-few-domains', { domain, domains: domainsOf(drives) });
  return drives.length < needed ? messageOf('proposal-too-few-drives', { drives: drives.length, needed }) : null;
}
