#!/usr/bin/env node
// Builds every workspace: types and JavaScript by tsc, then the agent's one-file bundle.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const script of ['node_modules/typescript/bin/tsc', 'packages/agent/build.mjs']) {
  if (!existsSync(`${root}${script}`)) continue;
  const { status } = spawnSync(process.execPath, [script, ...(script.endsWith('tsc') ? ['-b'] : [])], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
