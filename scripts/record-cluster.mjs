#!/usr/bin/env node
// `node scripts/record-cluster.mjs URI DIR FILE`: keeps a cluster of an earlier tree for e2e/medium/upgrade.medium.test.ts; e2e/support/recorded-cluster.ts tells how.
import { runFromSources } from './run-from-sources.mjs';

await runFromSources('e2e/support/record-cluster.ts', process.argv.slice(2), { setup: ['medium'], unless: ['--help'] });
