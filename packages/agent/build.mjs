#!/usr/bin/env node
// Bundles programs and all they need into one file each that runs on Node 18 and later: the agent, the simulated cluster, the lab's bridge.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { programOfSources } from '../../scripts/build/bundles.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const programs = {
  'weft-agent': 'src/cli/main.ts',
  'weft-simulation': 'src/simulation/main.ts',
  'weft-simulation-scale': 'src/simulation/scale.ts',
  // Of the lab alone.
  'weft-host-bridge': 'src/host/contract/bridge.ts',
};

await build({
  ...programOfSources,
  absWorkingDir: here,
  entryPoints: Object.entries(programs).map(([out, source]) => ({ out, in: source })),
  outdir: 'dist',
});
for (const program of Object.keys(programs)) chmodSync(`${here}dist/${program}.mjs`, 0o755);
