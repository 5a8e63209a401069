// Preloaded into the server by `npm run bench -- scale --profile`: SIGUSR2 begins a CPU profile, the next one writes it into the file WEFT_BENCH_PROFILE.
const { Session } = require('node:inspector');
const { renameSync, writeFileSync } = require('node:fs');

let session;
process.on('SIGUSR2', () => {
  if (!session) {
    session = new Session();
    session.connect();
    session.post('Profiler.enable', () => session.post('Profiler.start'));
    return;
  }
  const ended = session;
  session = undefined;
  ended.post('Profiler.stop', (error, result) => {
    if (error) throw new Error(error.message);
    const file = process.env.WEFT_BENCH_PROFILE;
    writeFileSync(`${file}.part`, JSON.stringify(result.profile));
    renameSync(`${file}.part`, file);
    ended.disconnect();
  });
});
