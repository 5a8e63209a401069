import { link, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newToken } from '../secrets/secrets.js';
import { belongTogether, type CertifiedKey } from './make-certificates.js';

/** Key and certificate, for the server alone. */
export const authorityFile = (dataDir: string): string => join(dataDir, 'authority.pem');
/** The certificate, for Prometheus, browsers and scripts. */
export const publicAuthorityFile = (dataDir: string): string => join(dataDir, 'ca.pem');

const block = (text: string, label: string): string =>
  new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----\n`).exec(text)?.[0] ?? '';

/** The authority of the data folder; null: it has none. @throws Error when the file is damaged */
export async function readAuthority(dataDir: string): Promise<CertifiedKey | null> {
  const file = authorityFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const authority = { certificate: block(text, 'CERTIFICATE'), key: block(text, 'PRIVATE KEY') };
  if (!isWhole(authority))
    throw new Error(`${file} does not hold a private key and its certificate: restore it, or remove it if secretsKeyFile is set.`);
  return authority;
}

function isWhole(authority: CertifiedKey): boolean {
  try {
    return belongTogether(authority);
  } catch {
    // Not a key, or not a certificate: the caller reports the file.
    return false;
  }
}

/** Stores the authority on disk, unless the folder has one. @returns that of the folder: another server may share it */
export async function keepAuthority(dataDir: string, { certificate, key }: CertifiedKey): Promise<CertifiedKey> {
  await mkdir(dataDir, { recursive: true });
  const file = authorityFile(dataDir);
  const written = `${file}.${newToken()}`;
  const handle = await open(written, 'wx', 0o600);
  try {
    await handle.writeFile(key + certificate);
    await handle.sync();
    // Fails if the file is there, and never shows a part of it: link(2).
    await link(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await rm(written);
  }
  const kept = await readAuthority(dataDir);
  if (!kept) throw new Error(`${file} was removed while the server started.`);
  return kept;
}

export const publishAuthority = (dataDir: string, certificate: string): Promise<void> =>
  writeFile(publicAuthorityFile(dataDir), certificate, { mode: 0o644 });
