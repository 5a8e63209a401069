import { describe, expect, it } from 'vitest';
import { nameOfClaim, roleOfGroups } from './oidc-identity.js';

describe('roleOfGroups', () => {
  const entries = ['storage-admins=administrator', 'cn=ops,dc=example=operator', 'everyone=viewer'];

  it('takes the first entry with a group of the user, whatever the order of the groups', () => {
    expect(roleOfGroups(['everyone', 'storage-admins'], entries)).toBe('administrator');
    expect(roleOfGroups(['everyone', 'cn=ops,dc=example'], entries)).toBe('operator');
    expect(roleOfGroups('everyone', entries)).toBe('viewer');
  });

  it('gives no role without such a group, or for anything else than texts', () => {
    for (const claim of [[], ['other'], undefined, null, 7, { everyone: true }, [7, null], 'storage-admins=administrator'])
      expect(roleOfGroups(claim, entries)).toBeNull();
  });
});

describe('nameOfClaim', () => {
  it.each([
    ['vera', 'vera'],
    ['Vera.Example@example.com', 'vera-example'],
    ['CORP\\\\vera', 'corp-vera'],
    ['9lives', 'lives'],
    [`${'x'.repeat(31)}-tail`, 'x'.repeat(31)],
  ])('makes a name of %s', (claim, name) => expect(nameOfClaim(claim)).toBe(name));

  it.each(['', '@example.com', '123', 'anonymous', undefined, 7, ['vera']])('finds none in %s', (claim) =>
    expect(nameOfClaim(claim)).toBeNull(),
  );
});
