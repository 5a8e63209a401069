#!/usr/bin/env node
// `npm run bench`: sets up, builds, then runs e2e/bench/main.ts from its sources.
import { runFromSources } from './run-from-sources.mjs';

/** Tiers of the set-up that each part needs. */
const needs = { server: ['medium'], stats: ['medium'], web: ['medium', 'browser'], lab: ['medium', 'lab'], agent: ['medium', 'lab'] };

const args = process.argv.slice(2);
const parts = args.length > 0 ? args : Object.keys(needs);
await runFromSources('e2e/bench/main.ts', args, { setup: [...new Set(parts.flatMap((part) => needs[part] ?? []))], unless: ['--help'] });
