import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const calls = pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'vitest-calls.mjs')).href;

/** Bundles each test file with all of our sources that it imports into one JavaScript file; `replaced`: path → other text of a source. */
export async function bundle({ root, files, outdir, replaced = new Map() }) {
  const original = dirname(await realpath(join(root, 'node_modules')));
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@weft/source'],
    logLevel: 'error',
    // Test names and error classes are compared.
    keepNames: false,
    plugins: [
      {
        name: 'weft',
        setup({ onResolve, onLoad, resolve }) {
          onResolve({ filter: /^vitest$/ }, () => ({ path: calls, external: true }));
          // Resolves a workspace package to its sources in this tree: node_modules may be a link to another tree.
          onResolve({ filter: /^@weft\// }, async ({ path, resolveDir, kind, pluginData }) => {
            if (pluginData === 'asked') return undefined;
            const found = await resolve(path, { resolveDir, kind, pluginData: 'asked' });
            return found.path.startsWith(`${original}/`) ? { path: join(root, found.path.slice(original.length)) } : found;
          });
          onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@weft/') ? undefined : { path, external: true }));
          onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
            contents: (replaced.get(path) ?? (await readFile(path, 'utf8'))).replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(path).href),
            ),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  return files.map((file) => join(outdir, file.replace(/\.ts$/, '.mjs')));
}
