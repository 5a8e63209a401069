/** What every store of backups does: one suite for a folder and for a bucket of a real S3 server. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Seaweed } from '@weft/test-support/seaweed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileNameOf } from '../format/backup-header.js';
import { FileGone, type FileStore } from './file-store.js';
import { FolderFiles } from './folder-files.js';
import { S3Files } from './s3-files.js';

const HOUR_MS = 3_600_000;
const newName = (takenAt = '2026-11-27T12:00:00.000Z') => fileNameOf({ takenAt, id: randomUUID() });

async function* bytes(of: Buffer, chunk = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < of.length; at += chunk) yield of.subarray(at, at + chunk);
}
const accept = async () => undefined;

interface Place {
  files: FileStore;
  /** Every name that the store holds, hidden ones too. */
  names: () => Promise<string[]>;
  /** Puts a file there that no backup wrote. */
  put: (name: string, content: string) => Promise<void>;
}

function behaves(placeOf: () => Place): void {
  it('gives back what it was given, in parts, and its start alone', async () => {
    const { files, names } = placeOf();
    const content = randomBytes(11 * 2 ** 20 + 7);
    const name = newName();
    expect(await files.write(name, bytes(content), async (open) => expect((await buffer(await open())).equals(content)).toBe(true))).toBe(
      content.length,
    );
    expect((await buffer(await files.open(name)())).equals(content)).toBe(true);
    expect((await buffer(await files.open(name)(1000))).equals(content.subarray(0, 1000))).toBe(true);
    expect(await names()).toEqual([name]);
    expect(await files.list()).toEqual([{ name, sizeBytes: content.length, mtimeMs: expect.any(Number) }]);
    await files.remove(name);
    expect(await files.list()).toEqual([]);
  });

  it('leaves nothing when the check refuses, the content fails, or the signal aborts', async () => {
    const { files, names } = placeOf();
    const refuse = () => Promise.reject(new Error('not what was written'));
    await expect(files.write(newName(), bytes(randomBytes(1000)), refuse)).rejects.toThrow('not what was written');
    const failing = async function* () {
      yield randomBytes(6 * 2 ** 20);
      throw new Error('the database is gone');
    };
    await expect(files.write(newName(), failing(), accept)).rejects.toThrow('the database is gone');
    const over = new AbortController();
    const aborting = async function* () {
      yield randomBytes(1000);
      over.abort(new Error('the lease is lost'));
      yield randomBytes(1000);
    };
    await expect(files.write(newName(), aborting(), accept, over.signal)).rejects.toThrow();
    await expect(files.write(newName(), bytes(randomBytes(10)), async () => over.abort(), over.signal)).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  it('says which file is gone, and removes one twice without an error', async () => {
    const { files } = placeOf();
    const name = newName();
    await expect(files.open(name)()).rejects.toBeInstanceOf(FileGone);
    await files.write(name, bytes(randomBytes(10)), accept);
    await files.remove(name);
    await files.remove(name);
  });

  it('lists only names of backups, and leaves everything else alone', async () => {
    const { files, names, put } = placeOf();
    await put('notes.txt', 'keep me');
    expect(await files.list()).toEqual([]);
    await files.removeAbandoned(async () => true, Date.now() + 2 * HOUR_MS, new AbortController().signal);
    expect(await names()).toEqual(['notes.txt']);
    await files.remove('notes.txt');
  });

  it('removes what a killed process of this cluster left an hour ago, and nothing younger or foreign', async () => {
    const { files, names, put } = placeOf();
    const [own, foreign] = [newName(), newName('2026-11-27T12:05:00.000Z')];
    for (const name of [own, foreign]) await put(`.${name}.partial`, name);
    const isOwn = async (name: string, open: () => Promise<NodeJS.ReadableStream>) =>
      name === own && (await buffer(await open())).toString() === own;
    const { signal } = new AbortController();
    await files.removeAbandoned(isOwn, Date.now(), signal);
    expect(await names()).toHaveLength(2);
    await files.removeAbandoned(isOwn, Date.now() + 2 * HOUR_MS, signal);
    expect(await names()).toEqual([`.${foreign}.partial`]);
    await files.remove(`.${foreign}.partial`);
  });
}

describe('a folder', () => {
  let path: string;
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'weft-file-store-'));
  });
  afterAll(() => rm(path, { recursive: true, force: true }));

  behaves(() => ({
    files: new FolderFiles(path),
    names: async () => (await readdir(path)).sort(),
    put: async (name, content) => {
      await writeFile(join(path, name), content);
      await utimes(join(path, name), new Date(), new Date());
    },
  }));
});

describe('a bucket', () => {
  let seaweed: Seaweed;
  let client: S3Client;
  const location = (prefix: string) => ({ endpoint: seaweed.endpoint, bucket: seaweed.bucket, prefix });
  const access = () => ({ region: 'us-east-1', accessKeyId: seaweed.accessKeyId, secretAccessKey: seaweed.secretAccessKey });
  const keys = async (prefix: string) => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: seaweed.bucket, Prefix: prefix }));
    return Contents.map(({ Key = '' }) => Key.slice(prefix.length)).sort();
  };

  beforeAll(async () => {
    seaweed = await Seaweed.start();
    const { region, ...credentials } = access();
    client = new S3Client({ endpoint: seaweed.endpoint, region, credentials, forcePathStyle: true });
  });
  afterAll(() => seaweed?.stop());

  describe.each(['', 'site a/database/'])('with the prefix %j', (prefix) => {
    behaves(() => ({
      files: new S3Files(location(prefix), access()),
      names: () => keys(prefix),
      put: async (name, content) => {
        await client.send(new PutObjectCommand({ Bucket: seaweed.bucket, Key: `${prefix}${name}`, Body: content }));
      },
    }));
  });

  it('aborts uploads whose process was killed in their middle, after an hour', async () => {
    const files = new S3Files(location('cut/'), access());
    const uploads = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket: seaweed.bucket, Prefix: 'cut/' }))).Uploads ?? [];
    let isCut: () => void = () => undefined;
    const cut = new Promise<void>((resolve) => (isCut = resolve));
    const endless = async function* () {
      yield randomBytes(12 * 2 ** 20);
      isCut();
      await new Promise(() => undefined);
    };
    // As of a killed process: nobody ends it.
    void files.write(newName(), endless(), accept).catch(() => undefined);
    await cut;
    await expect.poll(uploads).toHaveLength(1);
    const { signal } = new AbortController();
    await files.removeAbandoned(async () => true, Date.now(), signal);
    expect(await uploads()).toHaveLength(1);
    await files.removeAbandoned(async () => true, Date.now() + 2 * HOUR_MS, signal);
    expect(await uploads()).toEqual([]);
  });

  it('says why a bucket cannot be read: no such bucket, another key, no server', async () => {
    const list = (more: object, change: object = {}) => new S3Files({ ...location(''), ...more }, { ...access(), ...change }).list();
    await expect(list({ bucket: 'nowhere' })).rejects.toThrow('NoSuchBucket');
    await expect(list({}, { secretAccessKey: 'another' })).rejects.toThrow('SignatureDoesNotMatch');
    await expect(list({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow('ECONNREFUSED');
  });
});
