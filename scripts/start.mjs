#!/usr/bin/env node
import { checkNode, root, setup } from './setup.mjs';
// `npm start`: checks the machine, installs, builds, and runs Weft on it until Ctrl-C. docs/from-demo-to-cluster.md describes the next steps.
// Debian 12's Node 18 reads this file's imports before any package is installed: they use only Node's own modules, and syntax that it knows.
import { parseOptions, UsageError, usage } from './start/options.mjs';

/** Prints all problems at once, each with its remedy. */
async function mayStart(options) {
  const { findProblems } = await import('./start/checks.mjs');
  const problems = await findProblems(root, options);
  for (const problem of problems) console.error(`start: ${problem}`);
  return problems.length === 0;
}

async function start(options) {
  checkNode();
  const { lockFolder } = await import('./local/folder-lock.mjs');
  await lockFolder(options.data, '`npm start`');
  if (!(await mayStart(options))) return 1;
  if (setup([options.mongodbUri ? 'unit' : 'start']).length > 0) return 1;
  const { buildIfChanged } = await import('./start/build-if-changed.mjs');
  buildIfChanged(root);
  const { run } = await import('./start/run.mjs');
  return run(root, options);
}

async function main(args) {
  const options = parseOptions(args);
  if (!options.help) return start(options);
  console.log(usage);
  return 0;
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(`start: ${error.message}${error instanceof UsageError ? `\n\n${usage}` : ''}`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
