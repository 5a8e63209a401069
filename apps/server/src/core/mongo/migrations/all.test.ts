import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrations } from './all.js';

it('runs each migration of the folders, in the order of the numbers in the file names', () => {
  const folders = ['.', 'foundation', 'services'].map((folder) => `${import.meta.dirname}/${folder}`);
  const files = folders.flatMap((folder) => readdirSync(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  const named = migrations.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`);
  expect(named).toEqual(files.sort());
});
