#!/usr/bin/env node
// Bundles the command line into one file that runs on Node 18 and later, and writes its man page and completion scripts.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleOfSources, loadSource, programOfSources } from '../../scripts/build/bundles.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { makeTable, makeSchemas } = await loadSource(here, 'src/table/make-table.ts');
const table = makeTable();

/** The table as JSON: the schemas that it is made of take longer to load than the rest of the program. */
const tableAsData = {
  name: 'table-as-data',
  setup(plugin) {
    plugin.onLoad({ filter: /\/table\/table-data\.ts$/ }, () => ({
      contents: [
        `export const table = JSON.parse(${JSON.stringify(JSON.stringify(table))});`,
        // Few commands need the schemas, and 300 kB more of text would delay the start of all.
        "import { gunzipSync } from 'node:zlib';",
        `const packed = '${gzipSync(JSON.stringify(makeSchemas()), { level: 9 }).toString('base64')}';`,
        "export const schemas = () => JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'));",
      ].join('\n'),
      loader: 'js',
    }));
  },
};

/** The client needs only the routes. */
const routesAsData = {
  name: 'routes-as-data',
  setup(plugin) {
    const { version, routes } = table;
    const contents = `export const table = ${JSON.stringify({ version, routes })};`;
    plugin.onLoad({ filter: /\/table\/table-data\.ts$/ }, () => ({ contents, loader: 'js' }));
  },
};

const common = { absWorkingDir: here, outdir: 'dist', minify: true };
await build({ ...programOfSources, ...common, entryPoints: [{ in: 'src/program/main.ts', out: 'weft' }], plugins: [tableAsData] });
const client = [{ in: 'src/program/client.ts', out: 'client' }];
await build({ ...bundleOfSources, ...common, legalComments: 'eof', entryPoints: client, plugins: [routesAsData] });
chmodSync(join(here, 'dist/weft.mjs'), 0o755);

const { manPage, completionScripts } = await loadSource(here, 'src/program/files.ts');
mkdirSync(join(here, 'dist/completion'), { recursive: true });
writeFileSync(join(here, 'dist/weft.1'), manPage(table));
for (const [shell, script] of Object.entries(completionScripts)) writeFileSync(join(here, `dist/completion/weft.${shell}`), script);
