#!/usr/bin/env node
import { main } from '../dist/bundle/weft-server.mjs';

// A reader that has seen enough (`weft-server config | head`) is no error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2), process.env);

// A file access that never returns (a network folder whose server is offline) holds a thread of libuv's pool. Such a thread keeps the process alive, and
// process.exit() waits for it: only a signal ends the process then. The timer itself keeps nothing alive.
const GRACE_MS = 5000;
setTimeout(() => {
  const active = [...new Set(process.getActiveResourcesInfo())].join(', ');
  process.stderr.write(`weft-server: stopped, but something has not returned (${active}); the process ends itself with SIGKILL\n`, () =>
    process.kill(process.pid, 'SIGKILL'),
  );
}, GRACE_MS).unref();
