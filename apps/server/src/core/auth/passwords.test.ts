import { DomainError } from '@weft/shared/errors/domain-error';
import { beforeEach, describe, expect, it } from 'vitest';
import { Passwords } from './passwords.js';

/** Each call as its function and the parameters of the hash. */
let calls: string[] = [];
let failing = false;
const parametersOf = (hash: string): string => hash.split('$').slice(1, 4).join('$');

class CountedPasswords extends Passwords {
  protected override readonly argon2 = (({ hash, verify }: Passwords['argon2']) => ({
    hash: (async (...given: Parameters<typeof hash>) => {
      calls.push('hash');
      if (failing) throw new DomainError('too-many-logins', {});
      return hash(...given);
    }) as typeof hash,
    verify: (async (...given: Parameters<typeof verify>) => {
      calls.push(`verify ${parametersOf(String(given[0]))}`);
      return verify(...given);
    }) as typeof verify,
  }))((this as unknown as { argon2: Passwords['argon2'] }).argon2);
}

beforeEach(() => {
  calls = [];
  failing = false;
});

describe('the check of a password', () => {
  const work = async (of: (passwords: Passwords) => Promise<unknown>): Promise<string[]> => {
    const passwords = new CountedPasswords();
    calls = [];
    await of(passwords);
    return calls;
  };

  it('does the same work for an unknown name as for a known one, from the first login on', async () => {
    const stored = await new Passwords().hash('right');
    const unknown = await work((passwords) => passwords.verify(undefined, 'wrong'));
    expect(unknown).toEqual(['hash', 'verify argon2id$v=19$m=19456,t=2,p=1']);
    expect(await work((passwords) => passwords.verify(stored, 'wrong'))).toEqual(unknown);
    expect(await work((passwords) => passwords.verify(stored, 'right'))).toEqual(unknown);
  });

  it('makes the hash for unknown names once', async () => {
    const passwords = new CountedPasswords();
    for (const password of ['a', 'b', 'c']) expect(await passwords.verify(undefined, password)).toBe(false);
    expect(calls.filter((call) => call === 'hash')).toHaveLength(1);
  });

  it('tries again after a failure, so that unknown names are not refused for ever', async () => {
    const passwords = new CountedPasswords();
    failing = true;
    await expect(passwords.verify(undefined, 'x')).rejects.toThrow('Too many logins');
    failing = false;
    expect(await passwords.verify(undefined, 'x')).toBe(false);
  });
});
