import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { backupError, damaged, truncated } from './backup-errors.js';
import { type BackupHeader, backupHeaderSchema } from './backup-header.js';
import { fileKeyOf, keyIdOf } from './backup-key.js';
import { ByteReader } from './byte-reader.js';

/*
 * A file: magic and version, length of the header, header (JSON), chunks, SHA-256 of all before it. A chunk: length and whether it is the last one,
 * ciphertext, tag. AES-256-GCM (NIST SP 800-38D) with the chunk's number and whether it is the last as nonce, and the hash of the header as additional data:
 * chunks that are missing, doubled, in another order or of another file do not decrypt (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 */
const MAGIC = Buffer.from('WEFTBKP');
const VERSION = 1;
const CHUNK_BYTES = 256 * 1024;
const LONGEST_HEADER = 64 * 1024;
const LAST = 0x8000_0000;
const TAG_BYTES = 16;
const SUM_BYTES = 32;

/** A header is within so many bytes from the start of a file. */
export const MOST_HEADER_BYTES = MAGIC.length + 1 + 4 + LONGEST_HEADER;

/** Where the first chunk begins is after this many bytes, the length of the header (4 bytes), and the header. */
export const layout = { startBytes: MAGIC.length + 1, chunkBytes: CHUNK_BYTES, last: LAST, tagBytes: TAG_BYTES, sumBytes: SUM_BYTES };

export const otherKey = ({ keyId, takenAt }: Pick<BackupHeader, 'keyId' | 'takenAt'>, given: string) =>
  backupError('wrong-key', { needed: keyId, given, takenAt });

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function encodedHeader(header: BackupHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([MAGIC, Buffer.from([VERSION]), length, json]);
}

async function* chunksOf(plain: AsyncIterable<Buffer>): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  const reader = new ByteReader(plain);
  for (let isLast = false; !isLast; ) {
    const chunk = await reader.upTo(CHUNK_BYTES);
    isLast = await reader.isAtEnd();
    yield { chunk, isLast };
  }
}

/** The bytes of a backup file with this content. */
export async function* encrypted(header: BackupHeader, key: Buffer, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const start = encodedHeader(header);
  const fileKey = fileKeyOf(key, Buffer.from(header.salt, 'base64'));
  const aad = sha256(start);
  const sum = createHash('sha256').update(start);
  yield start;
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(plain)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index++, isLast)).setAAD(aad);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(isLast ? chunk.length + LAST : chunk.length);
    const bytes = Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    sum.update(bytes);
    yield bytes;
  }
  yield sum.digest();
}

interface Start {
  header: BackupHeader;
  /** The bytes before the first chunk. */
  bytes: Buffer;
}

async function readStart(reader: ByteReader): Promise<Start> {
  const magic = await reader.upTo(MAGIC.length + 1);
  if (!magic.subarray(0, MAGIC.length).equals(MAGIC)) throw backupError('not-a-backup', {});
  if (magic.length === MAGIC.length) throw truncated();
  if (magic[MAGIC.length] !== VERSION) throw backupError('other-version', { found: magic[MAGIC.length] ?? 0, known: VERSION });
  const length = await reader.exactly(4, truncated);
  const size = length.readUInt32BE();
  if (size > LONGEST_HEADER) throw damaged('header');
  const json = await reader.exactly(size, truncated);
  return { header: parseHeader(json), bytes: Buffer.concat([magic, length, json]) };
}

function parseHeader(json: Buffer): BackupHeader {
  try {
    return backupHeaderSchema.parse(JSON.parse(json.toString('utf8')));
  } catch (cause) {
    throw damaged('header', cause);
  }
}

/** @throws BackupError */
export const readHeader = async (file: AsyncIterable<Buffer>): Promise<BackupHeader> => (await readStart(new ByteReader(file))).header;

/**
 * The content of a backup file. Each part is authentic when it is returned; that the file is complete is certain only at the end.
 * @throws BackupError
 */
export async function* decrypted(file: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const { header, bytes } = await readStart(reader);
  if (header.keyId !== keyIdOf(key)) throw otherKey(header, keyIdOf(key));
  const fileKey = fileKeyOf(key, Buffer.from(header.salt, 'base64'));
  const aad = sha256(bytes);
  const sum = createHash('sha256').update(bytes);
  for (let index = 0, isLast = false; !isLast; index++) {
    const start = await reader.exactly(4, truncated);
    const word = start.readUInt32BE();
    isLast = word >= LAST;
    const size = isLast ? word - LAST : word;
    if (size > CHUNK_BYTES) throw damaged(`chunk ${index}`);
    const body = await reader.exactly(size + TAG_BYTES, truncated);
    sum.update(start).update(body);
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES }).setAAD(aad);
    decipher.setAuthTag(body.subarray(size));
    yield opened(decipher, body.subarray(0, size), index);
  }
  if (!(await reader.exactly(SUM_BYTES, truncated)).equals(sum.digest())) throw damaged('checksum');
  if (!(await reader.isAtEnd())) throw damaged('bytes after its end');
}

function opened(decipher: ReturnType<typeof createDecipheriv>, body: Buffer, index: number): Buffer {
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (cause) {
    throw damaged(`chunk ${index}`, cause);
  }
}
