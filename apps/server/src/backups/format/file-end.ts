import { open } from 'node:fs/promises';
import { damaged, truncated } from './backup-errors.js';
import { layout } from './encryption.js';

/**
 * Checks that a file with a readable header ends where its chunks end. It reads 4 bytes of each chunk, so it finds a file that was cut or that grew, and no
 * changed byte (`verifyBackup`). @throws BackupError, and errors of the file system.
 */
export async function checkEnd(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const wordAt = async (position: number): Promise<number> => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, position);
      if (bytesRead < 4) throw truncated();
      return buffer.readUInt32BE();
    };
    let position = layout.startBytes + 4 + (await wordAt(layout.startBytes));
    for (let index = 0, isLast = false; !isLast; index++) {
      const word = await wordAt(position);
      isLast = word >= layout.last;
      const length = isLast ? word - layout.last : word;
      if (length > layout.chunkBytes) throw damaged(`chunk ${index}`);
      position += 4 + length + layout.tagBytes;
    }
    if (position + layout.sumBytes > size) throw truncated();
    if (position + layout.sumBytes < size) throw damaged('bytes after its end');
  } finally {
    await file.close();
  }
}
