import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** CBOR (RFC 8949) of what a registration needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};

/** A security key without a touch: user present, not verified. */
export class TestAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly key: KeyObject;
  private readonly cose: Buffer;

  constructor(
    readonly rpId: string,
    readonly origin: string,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [x, y].map((text) => Buffer.from(text, 'base64url'));
    this.key = privateKey;
    // RFC 9053, 7.1.1: EC2, ES256, P-256.
    this.cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, xBytes],
        [-3, yBytes],
      ]),
    );
  }

  private client(type: string, challenge: unknown, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  create({ challenge }: Record<string, unknown>, { origin = this.origin, rpId = this.rpId } = {}): Record<string, unknown> {
    const clientData = this.client('webauthn.create', challenge, origin);
    const length = Buffer.from([0, this.id.length]);
    // Flags: user present, attested credential data (WebAuthn, 6.1).
    const data = Buffer.concat([sha256(rpId), Buffer.from([0x41]), uint32(++this.counter), Buffer.alloc(16), length, this.id, this.cose]);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['usb'],
    };
    return this.answer(response);
  }

  get({ challenge }: Record<string, unknown>, { origin = this.origin, rpId = this.rpId } = {}): Record<string, unknown> {
    const clientData = this.client('webauthn.get', challenge, origin);
    const data = Buffer.concat([sha256(rpId), Buffer.from([0x01]), uint32(++this.counter)]);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.key);
    const texts = Object.entries({ clientDataJSON: clientData, authenticatorData: data, signature });
    return this.answer(Object.fromEntries(texts.map(([name, bytes]) => [name, bytes.toString('base64url')])));
  }

  private answer(response: object): Record<string, unknown> {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
