import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** Test files of the lab, relative to the repository's root, those of `npm test` first (vitest.config.ts has the two lists). */
export function labFiles() {
  const files = readdirSync(join(root, 'e2e/lab'), { recursive: true })
    .filter((file) => file.endsWith('.lab.test.ts'))
    .map((file) => `e2e/lab/${file}`)
    .sort();
  const first = files.filter((file) => /^e2e\/lab\/(spine|contract)\/[^/]+$/.test(file));
  return [...first, ...files.filter((file) => !first.includes(file))];
}
