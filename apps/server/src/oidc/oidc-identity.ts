import { nameSchema } from '@weft/shared/identity';
import { RESERVED_NAMES } from '@weft/shared/kinds/user';
import { GROUP_ROLE } from '../config/config.schema.js';

/** The groups in a claim: a list, or one text. */
const groupsOf = (claim: unknown): string[] =>
  typeof claim === 'string' ? [claim] : Array.isArray(claim) ? claim.filter((each): each is string => typeof each === 'string') : [];

/** The role of the first entry (`group=role`) with a group of the user. Null: none. */
export function roleOfGroups(claim: unknown, entries: readonly string[]): string | null {
  const groups = new Set(groupsOf(claim));
  for (const entry of entries) {
    const [, group = '', role = ''] = GROUP_ROLE.exec(entry) ?? [];
    if (groups.has(group)) return role;
  }
  return null;
}

/**
 * A name as Weft has them: in lower case, of a mail address the part before the `@`, other characters as `-`. The user is known by issuer and subject, so two
 * claims may give one name: the second one is refused. Null: no name.
 */
export function nameOfClaim(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const name = (claim.toLowerCase().split('@')[0] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '');
  return nameSchema.safeParse(name).success && !RESERVED_NAMES.includes(name) ? name : null;
}
