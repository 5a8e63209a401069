import { createHash } from 'node:crypto';
import type { AuditDocument } from '../documents/audit.document.js';

/*
 * The hash chain over the audit. Each link has the digests of some entries, and the hash of the link before: who changes or removes an entry or a link has
 * to write every later link again, and then has another head than the one that servers logged. Pure.
 */

/** An entry in a link. */
export interface SealedEntry {
  id: string;
  /** SHA-256 of the entry, hexadecimal. */
  sha256: string;
  /** From then on the entry may be missing: MongoDB removes refusals. */
  expiresAt?: Date;
}

export interface ChainLink {
  _id: string;
  /** From 1 on, without gaps. */
  sequence: number;
  at: Date;
  entries: SealedEntry[];
  /** Hash of the link before; of the first link: zeroes. */
  previous: string;
  /** SHA-256 of the other fields, hexadecimal. */
  hash: string;
}

export type Head = Pick<ChainLink, 'sequence' | 'hash'>;
export const NO_HEAD: Head = { sequence: 0, hash: '0'.repeat(64) };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with sorted names, so that equal values have equal texts. */
function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${fields
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join(',')}}`;
}

/** The digest covers all of an entry but the count of equal refusals: servers of earlier versions change it for ten minutes. */
export function digestOf({ request, ...entry }: AuditDocument): string {
  const { count: _count, lastAt: _lastAt, ...first } = request ?? {};
  const counted = entry.action === 'refusal' ? first : request;
  return sha256(canonical({ ...entry, request: request ? counted : null }));
}

const hashOf = ({ sequence, at, entries, previous }: Omit<ChainLink, '_id' | 'hash'>): string =>
  sha256(canonical({ sequence, at, entries, previous }));

/** The link after `head` for these entries. */
export function nextLink(head: Head, entries: readonly AuditDocument[], at: Date): ChainLink {
  const sealed = entries.map((entry) => ({
    ...{ id: entry._id, sha256: digestOf(entry) },
    ...(entry.expiresAt ? { expiresAt: entry.expiresAt } : {}),
  }));
  const link = { sequence: head.sequence + 1, at, entries: sealed, previous: head.hash };
  return { _id: String(link.sequence), ...link, hash: hashOf(link) };
}

/** Whether a link is the one that was written after `before`. */
export const follows = (link: ChainLink, before: Head): boolean =>
  link.sequence === before.sequence + 1 && link.previous === before.hash && link.hash === hashOf(link);
