#!/usr/bin/env node
// `npm run bench`: sets up, builds, then runs e2e/bench/main.ts from its sources.
import { runFromSources } from './run-from-sources.mjs';

await runFromSources('e2e/bench/main.ts', process.argv.slice(2), { setup: ['medium'], unless: ['--help'] });
