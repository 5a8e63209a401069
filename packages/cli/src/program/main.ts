import { schemas, table } from '../table/table-data.js';
import { runProgram } from './program.js';

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());
// A reader that has ended (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const terminal = { out: process.stdout, err: process.stderr, in: process.stdin, env: process.env };
process.exitCode = await runProgram(process.argv.slice(2), { terminal, table, schemas, signal: interrupt.signal });
