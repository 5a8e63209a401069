import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SUMS = 'SHA256SUMS';

/** Content of SHA256SUMS for the files of a folder, in the format that `sha256sum --check` reads. */
export const checksums = (folder) =>
  readdirSync(folder)
    .filter((name) => name !== SUMS)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');

/** Names of the files in the content of SHA256SUMS. */
export const summed = (sums) => [...sums.matchAll(/^[0-9a-f]{64} {2}(.+)$/gm)].map(([, name]) => name);
