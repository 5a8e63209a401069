#!/usr/bin/env node
// Bundles the CSI driver into one file that runs on Node 18 and later, and a second one for simulated clusters, which no package has.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { loadProto } from './load-proto.mjs';

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

/** The routes of the API, without the schemas that they are made of. */
async function routes() {
  const folder = mkdtempSync(join(tmpdir(), 'weft-csi-'));
  try {
    const outfile = join(folder, 'module.mjs');
    await build({ ...common, entryPoints: ['../cli/src/table/make-table.ts'], outfile, banner: { js: banner } });
    const { makeTable } = await import(pathToFileURL(outfile).href);
    const { version, routes } = makeTable();
    return { version, routes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const asData = (name, filter, contents) => ({
  name,
  setup: (plugin) => plugin.onLoad({ filter }, () => ({ contents, loader: 'js', resolveDir: join(here, 'src/proto') })),
});
const proto = JSON.stringify((await loadProto()).toJSON());

await build({
  ...common,
  entryPoints: [
    { in: 'src/program/main.ts', out: 'weft-csi' },
    { in: 'src/program/simulated.ts', out: 'weft-csi-simulated' },
  ],
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  minify: true,
  legalComments: 'eof',
  banner: { js: `#!/usr/bin/env node\n${banner}` },
  plugins: [
    asData('routes-as-data', /\/table\/table-data\.ts$/, `export const table = ${JSON.stringify(await routes())};`),
    asData(
      'proto-as-data',
      /\/proto\/definitions\.ts$/,
      [
        "import { fromJSON } from '@grpc/proto-loader';",
        "import { formOfMessages } from './form.js';",
        `export const definitions = () => fromJSON(JSON.parse(${JSON.stringify(proto)}), formOfMessages);`,
      ].join('\n'),
    ),
  ],
});
chmodSync(join(here, 'dist/weft-csi.mjs'), 0o755);
