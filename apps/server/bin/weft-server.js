#!/usr/bin/env node
import { main } from '../dist/src/main.js';

// A reader that has seen enough (`weft-server config | head`) is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2), process.env);
