import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtServer } from './server-process.js';

/** Runs `weft-server mongodb check` on the replica set. @returns its exit code, and its findings in order */
export async function mongodbCheck(uri: string): Promise<{ code: number; findings: { severity: string; reason: string }[] }> {
  const env = { PATH: process.env.PATH, WEFT_MONGODB_URI: uri };
  const { code, stdout } = await promisify(execFile)(process.execPath, [builtServer, 'mongodb', 'check', '--json'], { env }).then(
    (result) => ({ code: 0, ...result }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, findings: (JSON.parse(stdout) as { findings: { severity: string; reason: string }[] }).findings };
}
