#!/usr/bin/env node
// The process of the agents of `npm run bench -- scale`, which starts it: neither set-up nor build.
import { runFromSources } from '../run-from-sources.mjs';

await runFromSources('e2e/bench/growth/agents-main.ts', ['agents'], { setup: [], unless: ['agents'] });
