import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CA_DAYS = 3650;
const MEMBER_DAYS = 1826;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** @throws Error with the message of openssl, or with the package to install if there is no openssl */
async function openssl(folder: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)('openssl', args, { cwd: folder, timeout: 30_000 });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    throw new Error(
      code === 'ENOENT'
        ? 'openssl is not installed: apt install openssl'
        : `openssl ${args[0]}: ${stderr?.trim() ?? (error as Error).message}`,
      { cause: error },
    );
  }
}

/** Writes `ca.key` and `ca.pem`: a new certificate authority of one set. */
export async function writeAuthority(folder: string, replicaSet: string): Promise<void> {
  await openssl(
    folder,
    ...['req', '-x509', ...NEW_KEY, '-days', String(CA_DAYS), '-subj', `/O=Weft/CN=MongoDB ${replicaSet}`],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
    ...['-keyout', 'ca.key', '-out', 'ca.pem'],
  );
}

/** Writes `file`: key and certificate of a member, as mongod reads them (`net.tls.certificateKeyFile`), for its name and for localhost. */
export async function writeMemberCertificate(authority: string, name: string, file: string): Promise<void> {
  const work = (of: string) => join(authority, of);
  const extensions = [
    `subjectAltName=DNS:${name}${name === 'localhost' ? '' : ',DNS:localhost'}`,
    'basicConstraints=CA:FALSE',
    'keyUsage=critical,digitalSignature',
    // Members connect to each other: each is server and client.
    'extendedKeyUsage=serverAuth,clientAuth',
  ];
  await writeFile(work('extensions'), `${extensions.join('\n')}\n`);
  await openssl(authority, 'req', '-new', ...NEW_KEY, '-subj', `/O=Weft/CN=${name}`, '-keyout', 'member.key', '-out', 'member.csr');
  await openssl(
    authority,
    ...['x509', '-req', '-in', 'member.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-days', String(MEMBER_DAYS), '-extfile', 'extensions', '-out', 'member.crt'],
  );
  await writeFile(file, `${await readFile(work('member.key'), 'utf8')}${await readFile(work('member.crt'), 'utf8')}`, { mode: 0o400 });
  for (const left of ['extensions', 'member.key', 'member.csr', 'member.crt']) await rm(work(left));
}
