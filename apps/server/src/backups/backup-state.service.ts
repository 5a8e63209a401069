import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { BackupScheduleState } from '@weft/shared/kinds/views/backup';
import { type Said, said } from '@weft/shared/text/rendering/render';
import { SharedReads } from '../core/load/shared-reads.js';
import { BackupPlace, type ConfiguredStore } from './backup-place.js';
import { BackupError } from './format/backup-errors.js';
import type { BackupHeader } from './format/backup-header.js';
import { keyIdOf } from './format/backup-key.js';
import { otherKey } from './format/encryption.js';
import { type Keep, lateKinds } from './schedule.js';
import type { BackupStore, InspectedFile } from './store/backup-store.js';
import { StoreAccess, StoreUnreadable } from './store/store-access.js';

export interface BackupState {
  state: BackupScheduleState;
  problem: Said | null;
  /** When the last read that succeeded ended; null: none has. */
  readAt: Date | null;
  /** When a read failed for the first time after that. */
  unreadableSince: Date | null;
  /** With the reason why a file is not complete. None while they are unreadable. */
  files: InspectedFile[];
}

const READ_EVERY_MS = 5000;
/** MongoDB keeps a snapshot for 5 minutes, and the file is read back after it. */
const MOST_WORK_MS = 900_000;

/** The newest backup with a readable header. */
export function newestOf(files: readonly InspectedFile[]): { takenAt: string; sizeBytes: number } | undefined {
  const found = files.flatMap(({ header, sizeBytes }) => (header ? [{ takenAt: header.takenAt, sizeBytes }] : []));
  return found.sort((a, b) => b.takenAt.localeCompare(a.takenAt))[0];
}

/**
 * The only reader of the backups, on this server. It reads in the background, and list, overview, metrics and schedule use what it found last: they agree,
 * and none of them waits for the store.
 */
@Injectable()
export class BackupStateService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BackupStateService.name);
  private readonly startedAt = Date.now();
  private readonly stopping = new AbortController();
  private readonly reads = new SharedReads<InspectedFile[]>();
  private readonly reading: StoreAccess;
  private readonly changing: StoreAccess;
  /** Aborts, and is replaced, when the store does not answer. */
  private unanswered = new AbortController();
  private files: InspectedFile[] = [];
  /** Of the cluster, at the last read; null: none has succeeded. */
  private keep: Keep | null = null;
  private readAt: Date | null = null;
  private trouble: { since: Date; error: StoreUnreadable } | null = null;
  /** Milliseconds after which a read that has not returned makes the backups unreadable. */
  answersWithinMs = 15_000;

  constructor(private readonly place: BackupPlace) {
    const { server, place: where } = place;
    this.reading = new StoreAccess(server, where ?? '');
    this.changing = new StoreAccess(server, where ?? '');
  }

  /** The first read ends, or fails, before the server serves: its state is known from the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.place.place === null) return;
    await this.readInBackground();
    void this.keepReading();
  }

  /** Waits for no read. */
  onApplicationShutdown(): void {
    this.stopping.abort(new Error('the server stops'));
  }

  /** From then on reads fail, and no failure is one of the store. */
  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** What the last read found. Late rotations are those of this moment. */
  read(): BackupState {
    const { server, place } = this.place;
    const { files, readAt, trouble, keep } = this;
    if (place === null) return { state: 'off', problem: null, readAt, unreadableSince: null, files };
    if (trouble) return { state: 'unreadable', problem: trouble.error.said, readAt, unreadableSince: trouble.since, files: [] };
    const rotations = keep ? lateKinds(headersOf(files), keep, Date.now(), this.startedAt) : [];
    const problem = rotations.length === 0 ? null : said('backups-late', { server, rotations, newestAt: newestOf(files)?.takenAt });
    return { state: problem ? 'late' : 'current', problem, readAt, unreadableSince: null, files };
  }

  /** Headers that the last read found. @throws StoreUnreadable if it failed */
  headers(): BackupHeader[] {
    if (this.trouble) throw this.trouble.error;
    return headersOf(this.files);
  }

  /** Reads once more, so that the state is not older than this call. @throws StoreUnreadable, and errors of the database */
  refresh(): Promise<InspectedFile[]> {
    return this.reads.get('files', () => this.readInTime());
  }

  /**
   * Work that changes the store or reads whole files. It ends early when the background reads get no answer.
   * @throws StoreUnreadable, the reason of `signal`, and errors of `work`
   */
  change<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.changing.run({ mostMs: MOST_WORK_MS, ends: [signal, this.unanswered.signal] }, work);
  }

  private async keepReading(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // The abort of the wait ends the loop.
      await delay(READ_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.readInBackground();
    }
  }

  private async readInBackground(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      // The state says that they cannot be read, and its first failure is in the log.
      if (!(error instanceof StoreUnreadable) && !this.isStopping) this.logger.warn({ err: error }, 'the backups were not read');
    }
  }

  private async readInTime(): Promise<InspectedFile[]> {
    const configured = await this.place.configured();
    if (!configured) return [];
    this.keep = await this.latestKeep();
    try {
      return await this.reading.run({ mostMs: this.answersWithinMs, ends: [this.stopping.signal] }, () => this.readNow(configured));
    } catch (error) {
      if (this.isStopping) throw error;
      throw this.unreadable(error, configured.store.place);
    }
  }

  /** Without the database, the counts of the last read: the backups are read all the same, and `/readyz` reports the database. */
  private async latestKeep(): Promise<Keep> {
    try {
      return await this.place.keep();
    } catch (error) {
      if (!this.keep) throw error;
      return this.keep;
    }
  }

  /** A read that returns after its limit counts too. */
  private async readNow(configured: ConfiguredStore): Promise<InspectedFile[]> {
    this.files = await this.checked(configured);
    this.readAt = new Date();
    this.trouble = null;
    return this.files;
  }

  private unreadable(cause: unknown, folder: string): StoreUnreadable {
    const { server } = this.place;
    const answers = !(cause instanceof StoreUnreadable);
    const error = answers
      ? new StoreUnreadable(said('backups-unreadable', { server, folder, error: (cause as Error).message }), { cause })
      : cause;
    if (this.trouble?.error.message !== error.message) this.logger.warn({ err: error, folder }, error.message);
    this.trouble = { since: this.trouble?.since ?? new Date(), error };
    if (!answers) {
      this.unanswered.abort(error);
      this.unanswered = new AbortController();
    }
    return error;
  }

  private async checked({ store, key }: ConfiguredStore): Promise<InspectedFile[]> {
    const keyId = keyIdOf(key);
    const known = new Map(this.files.flatMap((file) => (file.header ? [[keyOf(file), file]] : [])));
    const found = await store.inspect((file) => known.get(keyOf(file)));
    const files: InspectedFile[] = [];
    for (const file of found) {
      // A file with a fault in its header is read again: its problem may have been one of the file system.
      const { header } = file;
      if (header === null || known.has(keyOf(file))) files.push(file);
      else files.push({ ...file, fault: (await faultAtEnd(store, file.name)) ?? faultOfKey(header, keyId) });
    }
    return files;
  }
}

const keyOf = ({ name, sizeBytes, mtimeMs }: Pick<InspectedFile, 'name' | 'sizeBytes' | 'mtimeMs'>) => `${name} ${sizeBytes} ${mtimeMs}`;
const headersOf = (files: readonly InspectedFile[]): BackupHeader[] => files.flatMap(({ header }) => (header ? [header] : []));

/** The key is configuration: it never changes while the server runs. */
const faultOfKey = (header: BackupHeader, keyId: string): Said | null => (header.keyId === keyId ? null : otherKey(header, keyId).said);

async function faultAtEnd(store: BackupStore, name: string): Promise<Said | null> {
  try {
    await store.checkEnd(name);
    return null;
  } catch (error) {
    if (error instanceof BackupError) return error.said;
    throw error;
  }
}
