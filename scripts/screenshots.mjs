#!/usr/bin/env node
// `npm run screenshots`: every page of the console in both themes, with 6 drives and with 3,072, into .cache/screenshots. `-- --grep 6` takes some of them.
import { spawnSync } from 'node:child_process';
import { root, setup } from './setup.mjs';

const node = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

if (setup(['browser']).length > 0 || !node(['scripts/build.mjs'])) process.exit(1);
const args = [
  ...['test', '--config', 'e2e/playwright.config.ts', '--project', 'screenshots', '--reporter', 'list'],
  ...process.argv.slice(2),
];
process.exitCode = node(['node_modules/@playwright/test/cli.js', ...args]) ? 0 : 1;
