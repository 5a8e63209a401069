#!/usr/bin/env node
// Measures the bundle's size and how long it takes to start, beside Node alone. Prints rows for docs/cli.md; no test runs it.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** Processor time of one run: other work on the machine changes it little. `times` of sh prints that of its children as 0m1.23s. */
function processorMs(args) {
  const script = `i=0; while [ $i -lt ${RUNS} ]; do "$@" > /dev/null; i=$((i + 1)); done; times`;
  const lines = execFileSync('sh', ['-c', script, 'sh', process.execPath, ...args], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const seconds = [...lines.at(-1).matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  return Math.round((seconds * 1000) / RUNS);
}

const bytes = readFileSync(program);
console.log(`| size of the bundle | ${Math.round(bytes.length / 1024)} KiB, gzip ${Math.round(gzipSync(bytes).length / 1024)} KiB |`);
for (const [title, args] of [
  ['`node -e 0`', ['-e', '0']],
  ['`weft --version`', [program, '--version']],
  ['`weft volume create --help`', [program, 'volume', 'create', '--help']],
])
  console.log(`| ${title} | median of ${RUNS} ${medianMs(args)} ms, processor time ${processorMs(args)} ms |`);
