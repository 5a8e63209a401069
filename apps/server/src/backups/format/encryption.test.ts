import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BackupError, type BackupFault } from './backup-errors.js';
import type { BackupHeader } from './backup-header.js';
import { keyIdOf } from './backup-key.js';
import { decrypted, encrypted, readHeader } from './encryption.js';

const CHUNK = 256 * 1024;
const key = randomBytes(32);
const header: BackupHeader = {
  ...{
    id: randomUUID(),
    clusterId: randomUUID(),
    takenAt: '2026-11-25T08:00:00.000Z',
    kinds: ['frequent'],
    weftVersion: '0.1.0',
    schema: 15,
  },
  keyId: keyIdOf(key),
  salt: randomBytes(32).toString('base64'),
};

async function* inPieces(bytes: Buffer, size = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function collected(source: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return parts;
}
const fileOf = (plain: Buffer) => collected(encrypted(header, key, inPieces(plain)));
const read = async (file: Buffer, withKey = key) => Buffer.concat(await collected(decrypted(inPieces(file), withKey)));
async function faultOf(file: Buffer, withKey = key): Promise<BackupFault | 'none'> {
  try {
    await read(file, withKey);
    return 'none';
  } catch (error) {
    if (error instanceof BackupError) return error.fault;
    throw error;
  }
}

const plain = randomBytes(2 * CHUNK + 1000);

describe('encrypted and decrypted', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])('return the same %i bytes', async (size) => {
    const content = randomBytes(size);
    expect((await read(Buffer.concat(await fileOf(content)))).equals(content)).toBe(true);
  });

  it('hold nothing of the content or the key in clear', async () => {
    const file = Buffer.concat(await fileOf(Buffer.from('passwordHash: $argon2id$')));
    expect(file.includes('argon2')).toBe(false);
    expect(file.includes(key)).toBe(false);
    expect(await readHeader(inPieces(file))).toEqual(header);
  });

  it('name the key that the file needs when it is another one', async () => {
    const file = Buffer.concat(await fileOf(plain));
    expect(await faultOf(file, randomBytes(32))).toBe('wrong-key');
    await expect(read(file, randomBytes(32))).rejects.toThrow(header.keyId);
  });

  it('detect one changed bit in each part of the file', async () => {
    const parts = await fileOf(plain);
    const starts = parts.map((_, index) => Buffer.concat(parts.slice(0, index)).length);
    const file = Buffer.concat(parts);
    // Magic, version, length of the header, header; of each chunk length, ciphertext and tag; the checksum.
    const positions = [
      0,
      7,
      8,
      20,
      150,
      ...starts.slice(1).flatMap((start) => [start, start + 3, start + 10, start + 31]),
      file.length - 1,
    ];
    for (const [index, start] of starts.entries()) if (index > 0) positions.push(start + (parts[index]?.length ?? 1) - 1);
    for (const position of positions) {
      const changed = Buffer.from(file);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect([position, await faultOf(changed)]).not.toContain('none');
    }
  });

  it('detect an end after each part, and inside each part', async () => {
    const parts = await fileOf(plain);
    for (let count = 1; count < parts.length; count++) {
      const cut = Buffer.concat(parts.slice(0, count));
      expect([count, await faultOf(cut)]).toEqual([count, 'truncated']);
      expect(await faultOf(cut.subarray(0, -1))).toBe('truncated');
    }
  });

  it('detect chunks that are in another order, missing, doubled or of another file', async () => {
    const [start, first, second, ...rest] = (await fileOf(plain)) as [Buffer, Buffer, Buffer, ...Buffer[]];
    const other = (await collected(encrypted({ ...header, id: randomUUID() }, key, inPieces(plain))))[1] as Buffer;
    for (const chunks of [[second, first], [first], [first, first, second], [other, second]])
      expect(await faultOf(Buffer.concat([start, ...chunks, ...rest]))).toBe('damaged');
  });

  it('refuse bytes after the end, an empty file, and a file that is no backup', async () => {
    const file = Buffer.concat(await fileOf(plain));
    expect(await faultOf(Buffer.concat([file, Buffer.from('x')]))).toBe('damaged');
    expect(await faultOf(Buffer.alloc(0))).toBe('not-a-backup');
    expect(await faultOf(Buffer.from('-- MariaDB dump'))).toBe('not-a-backup');
    const newer = Buffer.from(file);
    newer[7] = 2;
    expect(await faultOf(newer)).toBe('other-version');
  });
});
