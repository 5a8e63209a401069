import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file: after a crash at any point the old or the new content is there, never half of one (write, fsync, rename, fsync of the folder: rename(2),
 * fsync(2)). The file has mode 0600.
 * `temporary`: by default a name unique to this write, so that two concurrent writers cannot mix; one of them wins. A fixed name leaves no files behind after
 * crashes, and is for a file with one writer.
 * @throws the file system's error, for instance ENOSPC; the old content is then still there.
 */
export async function writeDurably(path: string, text: string, temporary = `${path}.${randomUUID()}.new`): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
