import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

/** Installs what only some tests of `npm run test:all` need: minutes in a fresh clone (up to an hour for `kubernetes`), a tenth of a second later. */
export async function setUp(extra: 'containers' | 'csi' | 'kubernetes' | 'shells' | 'victoria-metrics'): Promise<void> {
  await promisify(execFile)(process.execPath, [program, extra], { maxBuffer: 64 * 2 ** 20 });
}
