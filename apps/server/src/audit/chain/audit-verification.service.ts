import type { Mongo } from '../../core/mongo/mongo.js';
import type { AuditDocument } from '../documents/audit.document.js';
import { type ChainLink, digestOf, follows, type Head, NO_HEAD } from './audit-chain.js';
import { AuditChainRepository } from './audit-chain.repository.js';

export type { Head } from './audit-chain.js';

export type AuditProblem =
  | { problem: 'link-missing' | 'link-changed'; sequence: number }
  | { problem: 'entry-missing' | 'entry-changed'; id: string; sequence: number }
  | { problem: 'entry-unsealed'; entry: Pick<AuditDocument, '_id' | 'at'> }
  | { problem: 'head-missing' | 'head-other'; sequence: number; found: Head }
  | { problem: 'head-pruned'; sequence: number; first: number };

export interface Verified {
  links: number;
  entries: number;
  head: Head;
  problems: AuditProblem[];
}

/** A server seals entries every 2 s. */
const SEALED_WITHIN_MS = 600_000;
/** More problems are counted in none: one changed link is enough to distrust the rest. */
const MOST_PROBLEMS = 100;

/**
 * Compares the audit with its hash chain. Read-only. Entries whose time is over may be missing.
 * @param known a head that a server logged earlier: without it, removal of the newest links together with their entries cannot be seen
 */
export async function verifyAudit(mongo: Pick<Mongo, 'collection'>, known: Head | null, now: Date): Promise<Verified> {
  const chain = new AuditChainRepository(mongo);
  const problems: AuditProblem[] = [];
  const sealed = new Set<string>();
  const pruned = await prunedUpTo(chain);
  let [head, links, isKnownFound]: [Head, number, boolean] = [pruned, 0, known === null];
  if (known && known.sequence <= pruned.sequence) {
    isKnownFound = true;
    if (known.sequence < pruned.sequence) problems.push({ problem: 'head-pruned', sequence: known.sequence, first: pruned.sequence + 1 });
    else if (known.hash !== pruned.hash) problems.push({ problem: 'head-other', sequence: known.sequence, found: pruned });
  }
  for await (const link of chain.all()) {
    problems.push(...linkProblems(link, head), ...(await entryProblems(link, chain, now)));
    for (const { id } of link.entries) sealed.add(id);
    if (known?.sequence === link.sequence) {
      isKnownFound = true;
      if (known.hash !== link.hash)
        problems.push({ problem: 'head-other', sequence: known.sequence, found: { sequence: link.sequence, hash: link.hash } });
    }
    head = { sequence: link.sequence, hash: link.hash };
    links++;
    if (problems.length >= MOST_PROBLEMS) break;
  }
  if (!isKnownFound && known && problems.length < MOST_PROBLEMS)
    problems.push({ problem: 'head-missing', sequence: known.sequence, found: head });
  for (const entry of await chain.idsSince(undefined))
    if (!sealed.has(entry._id) && now.getTime() - entry.at.getTime() > SEALED_WITHIN_MS && problems.length < MOST_PROBLEMS)
      problems.push({ problem: 'entry-unsealed', entry });
  return { links, entries: sealed.size, head, problems };
}

/** The last link that the retention removed, if a statement of the audit names it. */
async function prunedUpTo(chain: AuditChainRepository): Promise<Head> {
  const first = await chain.first();
  if (!first || first.sequence === 1) return NO_HEAD;
  const stated = await chain.isPruned({ sequence: first.sequence - 1, hash: first.previous });
  return stated ? { sequence: first.sequence - 1, hash: first.previous } : NO_HEAD;
}

function linkProblems(link: ChainLink, before: Head): AuditProblem[] {
  if (link.sequence > before.sequence + 1) return [{ problem: 'link-missing', sequence: before.sequence + 1 }];
  return follows(link, before) ? [] : [{ problem: 'link-changed', sequence: link.sequence }];
}

async function entryProblems({ sequence, entries }: ChainLink, chain: AuditChainRepository, now: Date): Promise<AuditProblem[]> {
  const found = new Map((await chain.entries(entries.map(({ id }) => id))).map((entry) => [entry._id, entry]));
  return entries.flatMap(({ id, sha256, expiresAt }): AuditProblem[] => {
    const entry = found.get(id);
    if (!entry) return expiresAt && expiresAt <= now ? [] : [{ problem: 'entry-missing', id, sequence }];
    return digestOf(entry) === sha256 ? [] : [{ problem: 'entry-changed', id, sequence }];
  });
}
