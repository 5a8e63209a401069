import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackupPlace } from './backup-place.js';
import { BackupStateService } from './backup-state.service.js';
import type { BackupHeader } from './format/backup-header.js';
import { keyIdOf } from './format/backup-key.js';
import { encodeFrame } from './format/frames.js';
import { BackupStore } from './store/backup-store.js';
import { FolderFiles } from './store/folder-files.js';
import { StoreUnreadable } from './store/store-access.js';

const clusterId = randomUUID();
const key = randomBytes(32);
const TAKEN = '2026-11-25T12:01:00.000Z';
let path: string;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'weft-backup-state-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(path, { recursive: true, force: true });
});

async function written(by = key): Promise<string> {
  const header: BackupHeader = {
    ...{ id: randomUUID(), clusterId, takenAt: TAKEN, kinds: ['frequent'], weftVersion: '0.1.0', schema: 1 },
    ...{ keyId: keyIdOf(by), salt: randomBytes(32).toString('base64') },
  };
  const content = async function* () {
    yield encodeFrame({ type: 'end', counts: {} });
  };
  return join(path, (await new BackupStore(new FolderFiles(path), clusterId).write(header, by, content())).name);
}

/** The state after a read at this time, for a server that has watched the folder since noon. */
async function stateAt(time: string, service = serviceFrom('12:00:00')) {
  vi.setSystemTime(`2026-11-25T${time}.000Z`);
  await service.refresh().catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnreadable));
  return service.read();
}
function serviceFrom(time: string, store = new BackupStore(new FolderFiles(path), clusterId)): BackupStateService {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`2026-11-25T${time}.000Z`) });
  const place: Partial<BackupPlace> = {
    server: 's1',
    place: path,
    keep: async () => ({ frequent: 3, hourly: 0, daily: 0 }),
    configured: async () => ({ store, key, clusterId }),
  };
  return new BackupStateService(place as BackupPlace);
}

describe('BackupStateService', () => {
  it('reports late backups with the newest one', async () => {
    await written();
    expect(await stateAt('12:14:59')).toMatchObject({ state: 'current', problem: null });
    expect(await stateAt('12:15:00')).toMatchObject({
      state: 'late',
      problem: { reason: 'backups-late', params: { rotations: ['frequent'], newestAt: TAKEN } },
    });
  });

  it('reports an empty folder 10 minutes after the start, and one that cannot be read at once', async () => {
    expect((await stateAt('12:14:59')).state).toBe('current');
    expect(await stateAt('12:15:00')).toMatchObject({ state: 'late', problem: { params: { rotations: ['frequent'] } } });
    await rm(path, { recursive: true });
    expect(await stateAt('12:00:01')).toMatchObject({
      state: 'unreadable',
      files: [],
      problem: { params: { server: 's1', folder: path } },
    });
  });

  it('finds a file that was cut, that grew, or that needs another key, and reads each again when it changes', async () => {
    const service = serviceFrom('12:00:00');
    const faults = async () => (await stateAt('12:02:00', service)).files.map(({ fault }) => fault?.reason ?? null);
    const file = await written();
    const { size } = await stat(file);
    expect(await faults()).toEqual([null]);
    await appendFile(file, 'x');
    expect(await faults()).toEqual(['backup-damaged']);
    await truncate(file, size - 10);
    expect(await faults()).toEqual(['backup-truncated']);
    await rm(file);
    await written(randomBytes(32));
    expect(await faults()).toEqual(['backup-of-other-key']);
  });

  it('does not read a file again that has not changed', async () => {
    const service = serviceFrom('12:00:00');
    const file = await written();
    const mtime = new Date('2026-11-25T12:01:00.000Z');
    await utimes(file, mtime, mtime);
    expect((await stateAt('12:02:00', service)).files).toMatchObject([{ fault: null }]);
    const { size } = await stat(file);
    await writeFile(file, Buffer.alloc(size));
    await utimes(file, mtime, mtime);
    expect((await stateAt('12:02:00', service)).files).toMatchObject([{ fault: null }]);
    await utimes(file, mtime, new Date(mtime.getTime() + 1000));
    expect((await stateAt('12:02:00', service)).files).toMatchObject([{ header: null, fault: expect.anything() }]);
  });

  it('keeps since when the folder is unreadable, and when it was last read', async () => {
    const service = serviceFrom('12:00:00');
    const [first, second] = [new Date('2026-11-25T12:01:00.000Z'), new Date('2026-11-25T12:02:00.000Z')];
    expect(await stateAt('12:01:00', service)).toMatchObject({ readAt: first, unreadableSince: null });
    await rm(path, { recursive: true });
    await stateAt('12:02:00', service);
    expect(await stateAt('12:03:00', service)).toMatchObject({ state: 'unreadable', readAt: first, unreadableSince: second });
    expect(() => service.headers()).toThrow('cannot read');
  });

  describe('with a folder that does not answer', () => {
    let reads: number;
    let answer: (files: []) => void;
    let service: BackupStateService;
    beforeEach(() => {
      reads = 0;
      const inspect = () => new Promise<[]>((resolve) => ([reads, answer] = [reads + 1, resolve]));
      service = serviceFrom('12:00:00', { inspect, place: path } as unknown as BackupStore);
      service.answersWithinMs = 50;
    });
    afterEach(() => service.onApplicationShutdown());

    it('is unreadable, reads it no second time meanwhile, and takes the late answer', async () => {
      const problem = { reason: 'backups-not-answering', params: { server: 's1', folder: path, limit: 0.05 } };
      expect(await stateAt('12:00:01', service)).toMatchObject({ state: 'unreadable', files: [], problem });
      expect((await stateAt('12:00:02', service)).state).toBe('unreadable');
      expect(reads).toBe(1);
      answer([]);
      await vi.waitFor(() => expect(service.read()).toMatchObject({ state: 'current', unreadableSince: null }));
      expect(reads).toBe(1);
    });

    it('ends work that waits for the folder, and begins none before it has returned', async () => {
      let finish: () => void = () => undefined;
      let ends: AbortSignal | undefined;
      const held = new AbortController();
      const stuck = service.change(held.signal, (signal) => {
        ends = signal;
        return new Promise<void>((resolve) => (finish = resolve));
      });
      const ended = expect(stuck).rejects.toBeInstanceOf(StoreUnreadable);
      await stateAt('12:00:01', service);
      await ended;
      expect(ends?.aborted).toBe(true);
      const work = async () => 'worked';
      await expect(service.change(held.signal, work)).rejects.toBeInstanceOf(StoreUnreadable);
      finish();
      await new Promise(setImmediate);
      expect(await service.change(held.signal, work)).toBe('worked');
    });

    it('waits for no read and no work when the server stops or the lease is lost', async () => {
      service.answersWithinMs = 60_000;
      const held = new AbortController();
      const ended = Promise.allSettled([service.onApplicationBootstrap(), service.change(held.signal, () => new Promise(() => undefined))]);
      await vi.waitFor(() => expect(reads).toBe(1));
      held.abort(new Error('the lease is lost'));
      service.onApplicationShutdown();
      expect(await ended).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { message: 'the lease is lost' } }]);
    });
  });
});
