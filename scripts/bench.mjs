#!/usr/bin/env node
// `npm run bench`: sets up, builds, then runs e2e/bench/main.ts from its sources.
import { runFromSources } from './run-from-sources.mjs';

/** Set-up tiers that each part needs. */
const needs = {
  server: ['medium'],
  reads: ['medium'],
  scale: ['medium', 'browser'],
  moments: ['medium'],
  alerts: ['medium'],
  backup: ['medium'],
  stats: ['medium'],
  zones: ['medium'],
  web: ['medium', 'browser'],
  lighthouse: ['medium', 'browser'],
  lab: ['medium', 'lab'],
  'dm-stats': ['medium', 'lab'],
  'data-path': ['medium', 'lab'],
  'path-protection': ['medium', 'lab'],
  'data-services': ['medium', 'lab'],
  agent: ['medium', 'lab'],
  'time-to-device': ['medium', 'lab'],
};

const args = process.argv.slice(2);
const named = args.filter((arg) => arg in needs);
const parts = named.length > 0 ? named : Object.keys(needs);
await runFromSources('e2e/bench/main.ts', args, { setup: [...new Set(parts.flatMap((part) => needs[part] ?? []))], unless: ['--help'] });
