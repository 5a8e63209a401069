#!/usr/bin/env node
// Builds a release of the checkout's commit: Debian packages, the server's bundle, SBOM, section of the changelog, checksums (docs/releasing.md).
//   npm run release [-- --output FOLDER] [-- --dirty]     --dirty: builds a checkout with changes (for tests)
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SUMS } from './release/checksums.mjs';
import { makeRelease } from './release/make.mjs';
import { root } from './setup.mjs';

const { values } = parseArgs({ options: { output: { type: 'string' }, dirty: { type: 'boolean' } } });
const output = resolve(values.output ?? join(root, 'dist/release'));
try {
  makeRelease({ root, output, dirty: values.dirty });
  console.log(`\n${output}:\n${readFileSync(join(output, SUMS), 'utf8')}`);
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}
