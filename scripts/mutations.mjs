#!/usr/bin/env node
// `npm run test:mutations [-- FILE…]`: sets up, then runs Stryker on safety code (mutations/groups.mjs), one group after another. Not part of `npm test`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { groupsOf } from './mutations/groups.mjs';
import { root, setup } from './setup.mjs';

if (setup(['unit']).length > 0) process.exit(1);
const files = process.argv.slice(2);
const groups = groupsOf(root, files);
const strange = files.filter((file) => !groups.some(({ code }) => code.includes(file)));
if (strange.length > 0) throw new Error(`not part of the safety code in scripts/mutations/groups.mjs: ${strange.join(', ')}`);

const program = fileURLToPath(new URL('bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json')));
for (const { name, code, tests } of groups) {
  console.log(`mutations of ${name}: ${code.length} files, judged by ${tests.length} test files`);
  const results = ['--incrementalFile', `.cache/mutations/incremental-${name}.json`];
  const { status } = spawnSync(process.execPath, [program, 'run', '--mutate', code.join(','), ...results], {
    ...{ cwd: root, stdio: 'inherit' },
    env: { ...process.env, WEFT_MUTATION_TESTS: JSON.stringify(tests) },
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
