import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface TestCertificate {
  certificatePath: string;
  keyPath: string;
  /** PEM, also of the authority: it is self-signed. */
  certificate: string;
}

/** A certificate for 127.0.0.1 and localhost that nobody trusts by itself. */
export async function testCertificate(folder: string): Promise<TestCertificate> {
  const [certificatePath, keyPath] = [join(folder, 'receiver.pem'), join(folder, 'receiver.key')];
  const subject = ['-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyPath];
  await promisify(execFile)('openssl', ['req', '-x509', ...key, '-days', '2', ...subject, '-out', certificatePath]);
  return { certificatePath, keyPath, certificate: await readFile(certificatePath, 'utf8') };
}
