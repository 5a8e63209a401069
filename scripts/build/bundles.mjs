// What the bundles of the server, the agent, the command line and the CSI driver have in common.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Dependencies in CommonJS call require() for Node's own modules, which an ES module does not have. */
const banner = "import { createRequire as weftCreateRequire } from 'node:module';\nconst require = weftCreateRequire(import.meta.url);";

/** A bundle that another module imports or starts. */
export const moduleBundle = { bundle: true, platform: 'node', format: 'esm', logLevel: 'warning', banner: { js: banner } };

/** A bundle of TypeScript sources that runs on Node 18 and later. */
export const bundleOfSources = { ...moduleBundle, target: 'node18', conditions: ['@weft/source'], outExtension: { '.js': '.mjs' } };

/** One that people start by its name. */
export const programOfSources = { ...bundleOfSources, banner: { js: `#!/usr/bin/env node\n${banner}` }, legalComments: 'eof' };

/** What a module of the sources exports, loaded now. @param folder the working folder of the build */
export async function loadSource(folder, entry) {
  const directory = mkdtempSync(join(tmpdir(), 'weft-bundle-'));
  try {
    const { outExtension: _, ...options } = bundleOfSources;
    const outfile = join(directory, 'module.mjs');
    await build({ ...options, absWorkingDir: folder, entryPoints: [entry], outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
