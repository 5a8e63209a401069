import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, setup } from './setup.mjs';

/**
 * Runs `main(args, root)` of a TypeScript file, after the set-up of the named tiers and a build. Ends the process.
 * @param {{setup: string[], unless: string[]}} how `unless`: first arguments that need neither set-up nor build
 */
export async function runFromSources(file, args, how) {
  if (!how.unless.includes(args[0])) {
    if (setup(how.setup).length > 0) process.exit(1);
    if (spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' }).status !== 0) process.exit(1);
  }
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@weft/source', 'node', 'import', 'default'] },
  });
  try {
    await module.main(args, root);
    process.exit(0);
  } catch (error) {
    console.error(error.message, error.cause ?? '');
    process.exit(1);
  }
}
