import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type S3Location, s3Place } from '../../config/s3-location.js';
import { nameOfPartial, partialNameOf, partsOfName } from '../format/backup-header.js';
import type { Open } from '../format/open.js';
import { ABANDONED_MS, FileGone, type FileStore, type ListedFile } from './file-store.js';

export interface S3Access {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_MS = 5000;
/** Of one request without its body; a read of the list has 15 s in all (`BackupStateService.answersWithinMs`). */
const ANSWER_MS = 10_000;
/** With back-off between them (the client's "standard" mode). */
const ATTEMPTS = 3;

/** The client's errors may have an empty message (a refused connection of several addresses), or one that says less than their name. */
async function told<T>(place: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const { name, message, code } = cause as Error & { code?: string };
    if (name === 'AbortError') throw cause;
    if (name === 'NoSuchKey' || name === 'NotFound') throw new FileGone(`${place} has no such object`, { cause });
    // An error of the network has a code, and its message repeats it if there is one. One of the store has a name.
    throw new Error(code === undefined ? `${name}: ${message}` : message || code, { cause });
  }
}

/**
 * A part of a bucket, by the S3 API. An object appears only when its upload is complete, and cannot be changed in place. A backup is uploaded under the name
 * of a partial file, read back, and then copied to its name by the store (CopyObject, at most 5 GB).
 */
export class S3Files implements FileStore {
  /** A store far away answers after 100 ms, and a hundred headers must be read within 15 s. */
  readonly readsAtOnce = 8;
  private readonly client: S3Client;

  constructor(
    private readonly location: S3Location,
    { region, ...credentials }: S3Access,
  ) {
    this.client = new S3Client({
      endpoint: location.endpoint,
      region,
      credentials,
      forcePathStyle: true,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    });
  }

  get place(): string {
    return s3Place(this.location);
  }

  async list(): Promise<ListedFile[]> {
    return (await this.objects('')).filter(({ name }) => partsOfName(name) !== undefined);
  }

  open(name: string): Open {
    return async (mostBytes) => {
      const range = mostBytes === undefined ? {} : { Range: `bytes=0-${mostBytes - 1}` };
      const { Body } = await told(this.place, this.client.send(new GetObjectCommand({ ...this.object(name), ...range })));
      if (!(Body instanceof Readable)) throw new Error(`${this.place} sent no content for ${name}`);
      return Body;
    };
  }

  /** An object is complete, or does not exist. */
  async checkEnd(): Promise<void> {}

  async write(
    name: string,
    content: AsyncIterable<Buffer>,
    check: (open: Open) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<number> {
    const partial = partialNameOf(name);
    const abort = signal ? { abortSignal: signal } : {};
    try {
      await this.upload(partial, content, signal);
      await check(this.open(partial));
      signal?.throwIfAborted();
      const { Bucket, Key } = this.object(partial);
      const source = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
      await told(this.place, this.client.send(new CopyObjectCommand({ ...this.object(name), CopySource: source }), abort));
    } catch (error) {
      // The first error is the one to tell. A partial object that stays is removed later (`removeAbandoned`).
      await this.remove(partial).catch(() => undefined);
      throw error;
    }
    await this.remove(partial);
    const { ContentLength } = await told(this.place, this.client.send(new HeadObjectCommand(this.object(name)), abort));
    return ContentLength ?? 0;
  }

  /** S3 does not say whether there was an object. */
  async remove(name: string): Promise<void> {
    await told(this.place, this.client.send(new DeleteObjectCommand(this.object(name))));
  }

  /** An upload that was cut in its middle is no object: its parts occupy space until they are aborted. Such an upload has no header to read. */
  async removeAbandoned(isOwn: (name: string, open: Open) => Promise<boolean>, now: number, signal: AbortSignal): Promise<void> {
    for (const { name: file, mtimeMs } of await this.objects('.weft-')) {
      signal.throwIfAborted();
      const name = nameOfPartial(file);
      if (name !== undefined && now - mtimeMs > ABANDONED_MS && (await isOwn(name, this.open(file)))) await this.remove(file);
    }
    const { bucket: Bucket, prefix } = this.location;
    // The first 1,000: the next rotation removes others.
    const uploads = new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}.weft-` });
    const { Uploads = [] } = await told(this.place, this.client.send(uploads, { abortSignal: signal }));
    for (const { Key = '', UploadId, Initiated } of Uploads) {
      if (nameOfPartial(Key.slice(prefix.length)) === undefined || !Initiated || now - Initiated.getTime() <= ABANDONED_MS) continue;
      await told(this.place, this.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    }
  }

  private object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${name}` };
  }

  /** Those directly below the prefix. */
  private async objects(start: string): Promise<ListedFile[]> {
    const { bucket: Bucket, prefix } = this.location;
    const read = async () => {
      const found: ListedFile[] = [];
      for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket, Prefix: `${prefix}${start}`, Delimiter: '/' }))
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          found.push({ name: Key.slice(prefix.length), sizeBytes: Size, mtimeMs: LastModified?.getTime() ?? 0 });
      return found;
    };
    return told(this.place, read());
  }

  /** In parts, each with a checksum that the store compares; parts of a failed upload are removed. */
  private async upload(name: string, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<void> {
    const abortController = new AbortController();
    const follow = () => abortController.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', follow);
    try {
      const params = { ...this.object(name), Body: Readable.from(content) };
      await told(this.place, new Upload({ client: this.client, params, queueSize: 1, leavePartsOnError: false, abortController }).done());
    } finally {
      signal?.removeEventListener('abort', follow);
    }
  }
}
