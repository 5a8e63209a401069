#!/usr/bin/env node
// Bundles the agent and all it needs into one file that runs on Node 18 and later: dist/weft-agent.mjs.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const outfile = `${here}dist/weft-agent.mjs`;

await build({
  absWorkingDir: here,
  entryPoints: ['src/main.ts'],
  outfile,
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
chmodSync(outfile, 0o755);
