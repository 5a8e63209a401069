#!/usr/bin/env node
// Measures the bundle's size, the time until the driver listens, and its memory when idle. Prints rows for docs/measured.md; no test runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const program = fileURLToPath(new URL('dist/weft-csi.mjs', import.meta.url));
const RUNS = 10;
const IDLE_MS = 5000;
const folder = mkdtempSync(join(tmpdir(), 'weft-csi-'));

/** Clock ticks of proc(5), in milliseconds. */
const TICK_MS = 10;

/** Starts the driver. @returns milliseconds and processor time until it listens, and kB of its memory after `idleMs` (proc(5), VmRSS) */
async function startOnce(mode, idleMs) {
  // It listens before it asks a server: none is needed.
  const words = [
    '--mode',
    mode,
    '--endpoint',
    `unix://${folder}/csi.sock`,
    '--server',
    'http://127.0.0.1:9',
    '--node',
    'n',
    '--state-dir',
    folder,
  ];
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, WEFT_TOKEN: 'x' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child.stderr, 'data');
  const ms = performance.now() - began;
  // Fields 14 and 15, counted behind the name in brackets.
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const processorMs = (Number(stat[11]) + Number(stat[12])) * TICK_MS;
  await sleep(idleMs);
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  return { ms, processorMs, kB: Number(kB) };
}

const bytes = readFileSync(program);
console.log(`| bundle | ${Math.round(bytes.length / 1024)} KiB, gzip ${Math.round(gzipSync(bytes).length / 1024)} KiB |`);
try {
  for (const mode of ['controller', 'node']) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await startOnce(mode, 0));
    const { kB } = await startOnce(mode, IDLE_MS);
    const median = (field) => Math.round(runs.map((run) => run[field]).sort((a, b) => a - b)[RUNS / 2]);
    const start = `listens after ${median('ms')} ms, ${median('processorMs')} ms of a processor (medians of ${RUNS})`;
    console.log(`| ${mode} | ${start}, ${Math.round(kB / 1024)} MiB idle |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
