#!/usr/bin/env node
// Bundles the command line into one file that runs on Node 18 and later, and writes its man page and completion scripts.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const common = {
  absWorkingDir: here,
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'esm',
  conditions: ['@weft/source'],
  logLevel: 'warning',
};
const banner = "import { createRequire as weftCreateRequire } from 'node:module';\nconst require = weftCreateRequire(import.meta.url);";

/** What a module of the sources exports, run now. */
async function load(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-cli-'));
  try {
    const outfile = join(folder, 'module.mjs');
    await build({ ...common, entryPoints: [entry], outfile, banner: { js: banner } });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { makeTable, makeSchemas } = await load('src/table/make-table.ts');
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

const bundle = {
  ...common,
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  minify: true,
  legalComments: 'eof',
};
await build({
  ...bundle,
  entryPoints: [{ in: 'src/program/main.ts', out: 'weft' }],
  plugins: [tableAsData],
  banner: { js: `#!/usr/bin/env node\n${banner}` },
});
await build({ ...bundle, entryPoints: [{ in: 'src/program/client.ts', out: 'client' }], plugins: [routesAsData], banner: { js: banner } });
chmodSync(join(here, 'dist/weft.mjs'), 0o755);

const { manPage, completionScripts } = await load('src/program/files.ts');
mkdirSync(join(here, 'dist/completion'), { recursive: true });
writeFileSync(join(here, 'dist/weft.1'), manPage(table));
for (const [shell, script] of Object.entries(completionScripts)) writeFileSync(join(here, `dist/completion/weft.${shell}`), script);
