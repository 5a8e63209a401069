import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from './api.mjs';

/** The user that sets up the simulated cluster. A separate account, because people change the administrator's password. */
const name = 'simulation';

const unauthenticated = (error) => {
  if (error instanceof Refused && error.status === 401) return false;
  throw error;
};

/**
 * Logs in as the cluster's own administrator; the first start creates that user.
 * @param {(name: string, passwordFile: string) => Promise<void>} giveAdministrator makes an administrator with the password of a file
 */
export async function loginToProvision(api, folder, giveAdministrator) {
  const kept = join(folder, 'simulation-password');
  if (!existsSync(kept)) writeFileSync(kept, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  const password = readFileSync(kept, 'utf8').trim();
  const known = await api.login(name, password).then(() => true, unauthenticated);
  if (known) return;
  await giveAdministrator(name, kept);
  await api.login(name, password);
}

/** The file with the key that encrypts the secrets of channels. The first start makes it; another key could not decrypt the stored secrets. */
export function secretsKeyFile(folder) {
  const kept = join(folder, 'secrets-key');
  if (!existsSync(kept)) writeFileSync(kept, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  return kept;
}
