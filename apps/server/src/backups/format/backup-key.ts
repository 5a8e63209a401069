import { createHmac, hkdfSync } from 'node:crypto';

/** The key of backups: 32 bytes. It is in a file or the environment, never in MongoDB. */
export const backupKey = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** Name of a key, to report which one a file needs. It does not reveal the key. */
export const keyIdOf = (key: Buffer): string => createHmac('sha256', key).update('weft backup key id').digest('hex').slice(0, 16);

/** Key of one file (RFC 5869). Each file has its own, so the counters of its chunks are unique nonces. */
export const fileKeyOf = (key: Buffer, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, salt, 'weft backup file 1', 32));
