#!/usr/bin/env node
// `npm run test:mutations [-- --mutate FILE]`: sets up, then runs Stryker (stryker.config.mjs). Not part of `npm test`: all files take hours.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root, setup } from './setup.mjs';

if (setup(['unit']).length > 0) process.exit(1);
const program = fileURLToPath(new URL('bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json')));
const { status } = spawnSync(process.execPath, [program, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
