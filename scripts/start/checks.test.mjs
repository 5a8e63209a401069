import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { availableMemory, avxProblem, diskProblem, findProblems, memoryProblem } from './checks.mjs';

const GiB = 2 ** 30;

test('names remedies when memory is short, and counts caches as available', () => {
  expect(memoryProblem(0.5 * GiB)).toMatch(/512 MiB.*--mongodb-uri/s);
  expect(memoryProblem(availableMemory('MemTotal: 4000000 kB\nMemFree:   1000 kB\nMemAvailable:    2000000 kB\n'))).toBeUndefined();
});

test('reports free and needed disk space with the remedy', () => {
  expect(diskProblem('/data', 2 * GiB, 0.5 * GiB, 'move')).toBe('/data has 0.5 GiB free, but needs 2.0 GiB. Free some, or move.');
  expect(diskProblem('/data', 2 * GiB, 2 * GiB, 'move')).toBeUndefined();
});

test('reports a CPU without AVX, even with avx2, but not on arm64', () => {
  expect(avxProblem('flags\t\t: fpu sse4_2 avx2\n', 'x64')).toMatch(/AVX.*--mongodb-uri/s);
  expect(avxProblem('flags\t\t: fpu avx f16c\n', 'x64')).toBeUndefined();
  expect(avxProblem('', 'arm64')).toBeUndefined();
});

test('reports a port in use and a folder that cannot be created together', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'weft-checks-'));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  try {
    writeFileSync(join(directory, 'file'), '');
    const problems = await findProblems(directory, { data: join(directory, 'file/data'), port, mongodbPort: 1, mongodbUri: 'mongodb://x' });
    expect(problems.join('\n')).toMatch(new RegExp(`--data DIR.*Port ${port} is in use by process ${process.pid} \\(.*--port N`, 's'));
  } finally {
    other.close();
    rmSync(directory, { recursive: true });
  }
});

test('reports a folder that cannot be created under /proc, without endless retries', async () => {
  const problems = await findProblems(tmpdir(), { data: '/proc/nope/data', port: 0, mongodbPort: 0, mongodbUri: 'mongodb://x' });
  expect(problems.join('\n')).toMatch(/Cannot create \/proc\/nope\/data/);
});
