#!/usr/bin/env node
// Bundles the CSI driver into one file that runs on Node 18 and later, and a second one for simulated clusters, which no package has.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { loadSource, programOfSources } from '../../scripts/build/bundles.mjs';
import { loadProto } from './load-proto.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The routes of the API, without the schemas that they are made of. */
const { version, routes } = (await loadSource(here, '../cli/src/table/make-table.ts')).makeTable();

const asData = (name, filter, contents) => ({
  name,
  setup: (plugin) => plugin.onLoad({ filter }, () => ({ contents, loader: 'js', resolveDir: join(here, 'src/proto') })),
});
const proto = JSON.stringify((await loadProto()).toJSON());

await build({
  ...programOfSources,
  absWorkingDir: here,
  entryPoints: [
    { in: 'src/program/main.ts', out: 'weft-csi' },
    { in: 'src/program/simulated.ts', out: 'weft-csi-simulated' },
  ],
  outdir: 'dist',
  minify: true,
  plugins: [
    asData('routes-as-data', /\/table\/table-data\.ts$/, `export const table = ${JSON.stringify({ version, routes })};`),
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
