import 'reflect-metadata';
import { createPrivateKey, X509Certificate as ReadCertificate, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Certificate and private key (PKCS #8), both PEM. */
export interface CertifiedKey {
  certificate: string;
  key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_YEARS = 20;
/** A peer's clock may be behind this machine's. */
const CLOCK_BEHIND_MS = 3_600_000;

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;
const pemOf = async (key: webcrypto.CryptoKey): Promise<string> =>
  `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)}\n`;
const startOf = (now: Date): Date => new Date(now.getTime() - CLOCK_BEHIND_MS);

/** A new certificate authority, which signs certificates of servers only (RFC 5280, 4.2.1.9). */
export async function makeAuthority(now = new Date()): Promise<CertifiedKey> {
  const keys = await newKeys();
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + AUTHORITY_YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: serialNumber(), name: `O=Weft, CN=Weft CA ${randomBytes(4).toString('hex')}` },
    ...{ notBefore: startOf(now), notAfter, keys, signingAlgorithm: ALGORITHM },
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
}

/**
 * A new key, and a certificate of it for a server.
 * @param names host names and IP addresses
 * @returns the certificate with that of the authority behind it: an agent that knows only the authority's fingerprint takes it from there
 */
export async function makeServerCertificate(authority: CertifiedKey, names: readonly string[], until: Date): Promise<CertifiedKey> {
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(authority.key), ALGORITHM, false, ['sign']);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    ...{ serialNumber: serialNumber(), subject: 'O=Weft, CN=Weft server', issuer: issuer.subject },
    ...{ notBefore: startOf(new Date()), notAfter: until, publicKey: keys.publicKey, signingKey, signingAlgorithm: ALGORITHM },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }))),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n${authority.certificate}`, key: await pemOf(keys.privateKey) };
}

/** SHA-256 of the certificate (DER): 64 hexadecimal digits. */
export const fingerprintOf = (certificate: string): string =>
  new ReadCertificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();

/** The key signs for this certificate. */
export const belongTogether = ({ certificate, key }: CertifiedKey): boolean =>
  new ReadCertificate(certificate).checkPrivateKey(createPrivateKey(key));
