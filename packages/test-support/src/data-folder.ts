import { existsSync, statfsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory as a file system, on every usual Linux. */
const MEMORY = '/dev/shm';
/** `f_type` of tmpfs: statfs(2). */
const TMPFS_MAGIC = 0x01021994;
/** A member with the data of a test takes 0.3 GiB, most of it journal; some run at once. */
const LEAST_FREE_BYTES = 4 * 2 ** 30;
/** No test run takes as long: an older folder is of a run that was killed. */
const LEFT_AFTER_MS = 24 * 3_600_000;
const PREFIX = 'weft-mongo-';

/** True if `folder` is in memory, and neither it nor the machine is short of memory. */
export function isRoomyMemory(folder = MEMORY, freeBytes = freemem()): boolean {
  if (!existsSync(folder)) return false;
  const { type, bavail, bsize } = statfsSync(folder);
  return type === TMPFS_MAGIC && Math.min(bavail * bsize, freeBytes) >= LEAST_FREE_BYTES;
}

/** Removes folders that killed runs have left: in memory they would stay until the machine restarts. */
export async function removeLeftFolders(parent: string, now = Date.now()): Promise<void> {
  for (const name of (await readdir(parent)).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name);
    // Another run may remove it at the same time; another user's folder stays.
    const found = statSync(folder, { throwIfNoEntry: false });
    const isOwn = found?.uid === process.getuid?.();
    if (found && isOwn && now - found.mtimeMs > LEFT_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A new folder for the data of a mongod of tests: in memory if there is room, otherwise in the folder for temporary files. On a disk, mongod waits for
 * each journal write (fsync) and spends half as much processor time again on a new database.
 */
export async function newDataFolder(): Promise<string> {
  if (!isRoomyMemory()) return mkdtemp(join(tmpdir(), PREFIX));
  await removeLeftFolders(MEMORY);
  return mkdtemp(join(MEMORY, PREFIX));
}
