#!/usr/bin/env node
// Everything about the code that can be told without running it. Each part runs, whatever the others found.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, setupAll } from './setup.mjs';

const parts = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dependency arrows', command: ['depcruise', 'packages', 'apps', 'e2e'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'workspace versions', command: ['sherif'] },
];

if (setupAll(['unit']).length > 0) process.exit(1);

const results = parts.map(({ name, command: [program, ...args] }) => {
  console.log(`\ncheck: ${name}`);
  const started = performance.now();
  const { status, error } = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`${program}: ${error.message}`);
  return { name, passed: status === 0, seconds: (performance.now() - started) / 1000 };
});

console.log('');
for (const { name, passed, seconds } of results) console.log(`check: ${name.padEnd(20)} ${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
