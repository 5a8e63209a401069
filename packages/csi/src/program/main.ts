import { LinuxHost } from '../host/linux/linux-host.js';
import { runProgram } from './run.js';

process.exit(await runProgram(process.argv.slice(2), () => new LinuxHost()));
