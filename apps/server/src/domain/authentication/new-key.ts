import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const SECRET_BYTES = 32;

/**
 * A secret for the kernels: 256 random bits and their CRC-32, little-endian, in base64; `00`: used as it is (NVM Express Base 2.0, 8.13.5.8). Without that
 * transformation the secret does not depend on an NQN, so all subsystems of a pair share it.
 */
export function newSecret(bytes: Buffer = randomBytes(SECRET_BYTES)): string {
  const check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(bytes));
  return `DHHC-1:00:${Buffer.concat([bytes, check]).toString('base64')}:`;
}
