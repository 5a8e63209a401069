#!/usr/bin/env node
// All static checks of the code. Each part runs, whatever the others found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root, setup } from './setup.mjs';

/** npm scripts `check:…`, so that each also runs alone; the longest first. */
const parts = {
  types: 'types (tsc)',
  arrows: 'import rules (dependency-cruiser)',
  folders: 'cycles between folders (scripts/folder-cycles.mjs)',
  format: 'format and lint (biome; `npm run format` corrects most)',
  unused: 'unused files, exports, dependencies (knip)',
  versions: 'versions across workspaces (sherif)',
};
/** Most parts use one core only. */
const AT_ONCE = 2;

if (setup(['unit']).length > 0) process.exit(1);

const lines = [];

/** Prints the output of a part when the part has ended. */
async function run(part, title) {
  const started = performance.now();
  // The shell puts both streams into one, in the order of writing.
  const child = spawn(`npm run --silent check:${part} 2>&1`, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) process.exitCode = 1;
  console.log(`\ncheck:${part}: ${title}\n${output}`);
  lines.push(`check:${part.padEnd(10)} ${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s`);
}

const waiting = Object.entries(parts);
async function worker() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));

console.log(`${lines.join('\n')}`);
