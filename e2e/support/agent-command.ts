import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../packages/agent/dist/weft-agent.mjs', import.meta.url));

/** Runs the built agent with these words. @returns its exit code, and what it printed on both outputs */
export async function agentCommand(...words: string[]): Promise<{ code: number; output: string }> {
  // The agent verifies servers, whatever the test does.
  const { NODE_TLS_REJECT_UNAUTHORIZED: _, ...env } = process.env;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words], { env, timeout: 60_000 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { code, output: stdout + stderr };
  }
}
