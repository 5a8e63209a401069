#!/usr/bin/env node
// Measures the bundle's size and how long it takes to start, beside Node alone. Prints rows for docs/cli.md; no test runs it.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const program = fileURLToPath(new URL('dist/weft.mjs', import.meta.url));
const RUNS = 20;

function medianMs(args) {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore' });
    return performance.now() - started;
  });
  return Math.round(times.sort((a, b) => a - b)[RUNS / 2]);
}

const rows = [
  [
    'size of the bundle',
    `${Math.round(statSync(program).size / 1024)} KiB, gzip ${Math.round(gzipSync(readFileSync(program)).length / 1024)} KiB`,
  ],
  [`\`node -e 0\`, median of ${RUNS}`, `${medianMs(['-e', '0'])} ms`],
  [`\`weft --version\`, median of ${RUNS}`, `${medianMs([program, '--version'])} ms`],
  [`\`weft volume create --help\`, median of ${RUNS}`, `${medianMs([program, 'volume', 'create', '--help'])} ms`],
];
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
