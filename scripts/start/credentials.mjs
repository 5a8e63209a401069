import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refused } from './api.mjs';

/** The user that sets up the simulated cluster: an account of its own, for the administrator's password is the person's to change. */
const name = 'simulation';

const unauthenticated = (error) => {
  if (error instanceof Refused && error.status === 401) return false;
  throw error;
};

/**
 * Logs in as the cluster's own administrator; a first start makes that user with the initial password of `admin`.
 * @throws Error that says what to do when neither password works.
 */
export async function loginToProvision(api, folder) {
  const kept = join(folder, 'simulation-password');
  if (!existsSync(kept)) writeFileSync(kept, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  const password = readFileSync(kept, 'utf8').trim();
  const known = await api.login(name, password).then(() => true, unauthenticated);
  if (known) return;
  const initial = join(folder, 'initial-admin-password');
  if (!existsSync(initial))
    throw new Error(`The simulated cluster is not set up yet, and the password of admin has been changed before it was. Start anew in
another folder (npm start -- --data DIR), or give admin a new password file: weft-server reset-admin.`);
  await api.login('admin', readFileSync(initial, 'utf8').trim());
  const [user] = (await api.all('users')).filter((each) => each.name === name);
  if (user) await api.patch(`users/${user.id}`, { password }, user.version);
  else await api.post('users', { name, role: 'administrator', password });
  await api.login(name, password);
}
