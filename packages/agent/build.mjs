#!/usr/bin/env node
// Bundles programs and all they need into one file each that runs on Node 18 and later: the agent, the simulated cluster, the lab's bridge.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const programs = {
  'weft-agent': 'src/cli/main.ts',
  'weft-simulation': 'src/simulation/main.ts',
  'weft-simulation-scale': 'src/simulation/scale.ts',
  // Of the lab alone.
  'weft-host-bridge': 'src/host/contract/bridge.ts',
};

await build({
  absWorkingDir: here,
  entryPoints: Object.entries(programs).map(([out, source]) => ({ out, in: source })),
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'esm',
  conditions: ['@weft/source'],
  legalComments: 'eof',
  // Dependencies in CommonJS call require() for Node's own modules, which an ES module does not have.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as weftCreateRequire } from 'node:module';\nconst require = weftCreateRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
for (const program of Object.keys(programs)) chmodSync(`${here}dist/${program}.mjs`, 0o755);
