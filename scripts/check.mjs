#!/usr/bin/env node
// All static checks of the code. Each part runs, whatever the others found.
import { spawnSync } from 'node:child_process';
import { root, setup } from './setup.mjs';

/** npm scripts `check:…`, so that each also runs alone. */
const parts = {
  format: 'format and lint (biome; `npm run format` corrects most)',
  types: 'types (tsc)',
  arrows: 'import rules (dependency-cruiser)',
  folders: 'cycles between folders (scripts/folder-cycles.mjs)',
  unused: 'unused files, exports, dependencies (knip)',
  versions: 'versions across workspaces (sherif)',
};

if (setup(['unit']).length > 0) process.exit(1);

const lines = Object.entries(parts).map(([part, title]) => {
  console.log(`\ncheck:${part}: ${title}`);
  const started = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', `check:${part}`], { cwd: root, stdio: 'inherit' });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) process.exitCode = 1;
  return `check:${part.padEnd(10)} ${status === 0 ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(5)} s`;
});

console.log(`\n${lines.join('\n')}`);
