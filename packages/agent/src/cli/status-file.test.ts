import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/example-cluster.js';
import { StatusFile } from './status-file.js';

const node = (generation: number) => ({
  bootId: 'boot',
  generation,
  held: { historyId: null, generation, hash: 'h' },
  lossId: null,
  objects: [],
  orphans: null,
  problems: [],
});

test('writes a complete status file when the status changes during a write', async () => {
  const directory = await temporaryFolder();
  const problems: string[] = [];
  const path = join(directory, 'status.json');
  const file = new StatusFile(path, (_level, message, details) => problems.push(`${message}: ${JSON.stringify(details)}`));
  const flushes: Promise<void>[] = [];
  for (let generation = 1; generation <= 50; generation++) {
    file.update({ node: node(generation) });
    flushes.push(file.flush());
  }
  await Promise.all(flushes);
  expect(problems).toEqual([]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ node: { generation: 50 } });
  expect(await readdir(directory)).toEqual(['status.json']);
});
