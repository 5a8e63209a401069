#!/usr/bin/env node
// `node scripts/record-cluster.mjs URI DIR FILE`: keeps an earlier tree's cluster for e2e/medium/rest/upgrade.medium.test.ts; see e2e/support/recorded-cluster.ts.
import { runFromSources } from './run-from-sources.mjs';

await runFromSources('e2e/support/record-cluster.ts', process.argv.slice(2), { setup: ['medium'], unless: ['--help'] });
