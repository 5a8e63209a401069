import { createHmac } from 'node:crypto';
import { UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import { describe, expect, it } from 'vitest';
import { namedTlsKeys, parseKeyring, tlsKey } from './tls-key.js';

const ENDS = { hostNqn: 'nqn.2014-08.org.nvmexpress:uuid:host', nqn: 'nqn.2026-01.test:subsystem' };
const SECRET = `NVMeTLSkey-1:01:${Buffer.alloc(36, 7).toString('base64')}:`;
const OTHER = `NVMeTLSkey-1:01:${Buffer.alloc(36, 9).toString('base64')}:`;

const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest();
/** One block of HKDF with SHA-256 (RFC 5869), written out. */
const hkdf = (key: Uint8Array, info: Uint8Array) => hmac(hmac(Buffer.alloc(32), key), Buffer.concat([info, Buffer.from([1])]));

describe('tlsKey', () => {
  it('derives name and bytes from the secret, the host and the subsystem (NVM Express TCP Transport 1.1, 3.6.1)', () => {
    const label = (name: string, context: string) =>
      Buffer.concat([Buffer.from([0, 32, name.length]), Buffer.from(name), Buffer.from([context.length]), Buffer.from(context)]);
    const retained = hkdf(Buffer.alloc(32, 7), label('tls13 HostNQN', ENDS.hostNqn));
    const digest = hmac(retained, Buffer.from(`${ENDS.hostNqn} ${ENDS.nqn} NVMe-over-Fabrics`)).toString('base64');
    const { description, key } = tlsKey(SECRET, ENDS);
    expect(description).toBe(`NVMe1R01 ${ENDS.hostNqn} ${ENDS.nqn} ${digest}`);
    expect(key).toEqual(hkdf(retained, label('tls13 nvme-tls-psk', `01 ${digest}`)));
  });

  it('differs by secret, host and subsystem', () => {
    const all = [
      tlsKey(SECRET, ENDS),
      tlsKey(OTHER, ENDS),
      tlsKey(SECRET, { ...ENDS, hostNqn: 'nqn.x:1' }),
      tlsKey(SECRET, { ...ENDS, nqn: 'nqn.x:2' }),
    ];
    expect(new Set(all.map(({ key }) => key.toString('hex'))).size).toBe(4);
  });
});

describe('the keyring', () => {
  const line = (serial: string, description: string) => `${serial} I--Q---     1 perm 3f010000     0     0 psk       ${description}: 32`;
  const text = [
    '0f3e1a2b I--Q---     3 perm 1f3f0000     0 65534 keyring   _uid.0: empty',
    '1a5f9c33 I------     2 perm 1f0f0000     0     0 keyring   .nvme: 2',
    line('25f4e1b9', tlsKey(SECRET, ENDS).description),
    line('25f4e1ba', `NVMe0R01 ${ENDS.hostNqn} nqn.other`),
  ].join('\n');

  it('is read from /proc/keys: only keys of NVMe/TCP', () => {
    expect(parseKeyring(text)).toEqual([
      { serial: '25f4e1b9', description: tlsKey(SECRET, ENDS).description, ...ENDS },
      { serial: '25f4e1ba', description: `NVMe0R01 ${ENDS.hostNqn} nqn.other`, hostNqn: ENDS.hostNqn, nqn: 'nqn.other' },
    ]);
  });

  it('names the keys that the agent knows, and no other', () => {
    const secrets = new Map([
      ['a', OTHER],
      ['b', SECRET],
      ['c', 'DHHC-1:00:x:'],
    ]);
    expect(namedTlsKeys(parseKeyring(text), secrets)).toEqual([
      { ...ENDS, keyId: 'b' },
      { hostNqn: ENDS.hostNqn, nqn: 'nqn.other', keyId: UNKNOWN_KEY },
    ]);
    // The same id with another secret, and back: the name in the keyring is that of the first.
    const idOf = (secret: string) => namedTlsKeys(parseKeyring(text), new Map([['b', secret]]))[0]?.keyId;
    expect([idOf(SECRET), idOf(OTHER), idOf(SECRET)]).toEqual(['b', UNKNOWN_KEY, 'b']);
  });
});
