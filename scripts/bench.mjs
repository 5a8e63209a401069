#!/usr/bin/env node
// `npm run bench`: sets up, builds, then runs e2e/bench/main.ts from its sources.
import { runFromSources } from './run-from-sources.mjs';

const args = process.argv.slice(2);
const onlyServer = args.length > 0 && args.every((part) => ['server', 'stats', 'web'].includes(part));
await runFromSources('e2e/bench/main.ts', args, { setup: onlyServer ? ['medium'] : ['medium', 'lab'], unless: ['--help'] });
