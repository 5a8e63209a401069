#!/usr/bin/env node
// `npm run lab`: sets up, builds, then runs e2e/lab/main.ts from its sources.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

const args = process.argv.slice(2);
if (args[0] !== 'shell' && args[0] !== '--help') {
  if (setup(['medium', 'lab']).length > 0) process.exit(1);
  if (spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1);
}
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'e2e/lab/main.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['@weft/source', 'node', 'import', 'default'] },
});
try {
  await module.main(args);
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
