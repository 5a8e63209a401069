#!/usr/bin/env node
// `npm run lab`: sets up, builds, then runs e2e/lab/main.ts from its sources.
import { runFromSources } from './run-from-sources.mjs';

await runFromSources('e2e/lab/main.ts', process.argv.slice(2), { setup: ['medium', 'lab'], unless: ['shell', '--help'] });
