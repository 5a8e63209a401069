import { createHmac, hkdfSync } from 'node:crypto';
import { UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import type { FastState, Secrets } from './host.js';

/*
 * Keys of TLS connections of NVMe/TCP, as the kernel's keyring `.nvme` holds them (NVM Express TCP Transport 1.1, 3.6.1). The name of a key holds the NQNs of
 * host and subsystem. Client and target find the key by that name, so both must have the same one.
 */

/** Name of the kernel's keyring; keyctl(1) writes it `%:.nvme`. */
export const NVME_KEYRING = '%:.nvme';

export interface TlsEnds {
  hostNqn: string;
  nqn: string;
}

/** `R`: derived from a retained key; `01`: SHA-256 and TLS_AES_128_GCM_SHA256. */
const prefixOf = ({ hostNqn, nqn }: TlsEnds): string => `NVMe1R01 ${hostNqn} ${nqn}`;

const SECRET_PREFIX = 'NVMeTLSkey-1:01:';
const KEY_BYTES = 32;

export const isTlsSecret = (secret: string): boolean => secret.startsWith(SECRET_PREFIX);

/** HKDF-Expand-Label after HKDF-Extract without salt (RFC 8446, 7.1; RFC 5869). */
function expand(key: Uint8Array, label: string, context: string): Buffer {
  const [name, data] = [Buffer.from(`tls13 ${label}`), Buffer.from(context)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(KEY_BYTES);
  const info = Buffer.concat([length, Buffer.from([name.length]), name, Buffer.from([data.length]), data]);
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, KEY_BYTES));
}

function retained(secret: string, { hostNqn, nqn }: TlsEnds): { key: Buffer; digest: string } {
  const configured = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64').subarray(0, KEY_BYTES);
  const key = expand(configured, 'HostNQN', hostNqn);
  return { key, digest: createHmac('sha256', key).update(`${hostNqn} ${nqn} NVMe-over-Fabrics`).digest('base64') };
}

/** Name and bytes of the kernel's key. */
export function tlsKey(secret: string, ends: TlsEnds): { description: string; key: Buffer } {
  const { key, digest } = retained(secret, ends);
  return { description: `${prefixOf(ends)} ${digest}`, key: expand(key, 'nvme-tls-psk', `01 ${digest}`) };
}

export interface KeyringEntry extends TlsEnds {
  /** Serial number, as /proc/keys prints it. */
  serial: string;
  description: string;
}

/** Keys of type `psk` in /proc/keys (proc(5)): `25f4e1b9 I--Q--- 1 perm 3f010000 0 0 psk NVMe1R01 <host> <subsystem> <digest>: 32`. */
export function parseKeyring(text: string): KeyringEntry[] {
  return text.split('\n').flatMap((line) => {
    const [, serial, description, hostNqn, nqn] =
      /^([0-9a-f]+)\s.*\spsk\s+(NVMe\d[RG]\d\d (\S+) (\S+)(?: \S+)?): \d+$/.exec(line.trimEnd()) ?? [];
    return serial && description && hostNqn && nqn ? [{ serial, description, hostNqn, nqn }] : [];
  });
}

const nameOf = (secret: string, ends: TlsEnds): string => `${prefixOf(ends)} ${retained(secret, ends).digest}`;

/** By the name of a key in the keyring: the secret that it was made of. Agents look several times a second, and a name takes two HMACs for each secret. */
let known: ReadonlyMap<string, { keyId: string; secret: string }> = new Map();

/** Ids of the keys in a keyring, by their names. */
export function namedTlsKeys(entries: readonly KeyringEntry[], secrets: Secrets): NonNullable<FastState['tls']>['keys'] {
  const found = new Map<string, { keyId: string; secret: string }>();
  const keys = entries.map(({ hostNqn, nqn, description }) => {
    const before = known.get(description);
    // An id may get another secret: a rebuilt database gives new ones.
    const same = before && secrets.get(before.keyId) === before.secret ? before : madeOf(description, { hostNqn, nqn }, secrets);
    if (same) found.set(description, same);
    return { hostNqn, nqn, keyId: same?.keyId ?? UNKNOWN_KEY };
  });
  known = found;
  return keys;
}

function madeOf(description: string, ends: TlsEnds, secrets: Secrets): { keyId: string; secret: string } | undefined {
  for (const [keyId, secret] of secrets) if (isTlsSecret(secret) && nameOf(secret, ends) === description) return { keyId, secret };
  return undefined;
}
