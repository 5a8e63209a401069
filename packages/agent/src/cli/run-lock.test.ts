import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/example-cluster.js';
import { runningAgent } from './run-lock.js';

/** Claims the lock when it gets a line, prints the result, and runs until it is killed. */
const PROGRAM = `
import { claimRun } from ${JSON.stringify(fileURLToPath(new URL('./run-lock.ts', import.meta.url)))};
process.stdin.once('data', () => claimRun(process.argv[2], process.argv[3] ?? null).then(() => console.log('claimed'), (error) => console.log(error.message)));
console.log('ready');
`;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-run-lock-'));
  await build({
    stdin: { contents: PROGRAM, resolveDir: directory, loader: 'ts' },
    outfile: join(directory, 'claim.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@weft/source'],
  });
}, 60_000);
afterAll(() => rm(directory, { recursive: true }));

class Agent {
  private readonly lines: AsyncIterator<string>;
  private constructor(readonly process: ChildProcess) {
    if (!process.stdout) throw new Error('its output is not read');
    this.lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  }
  static async start(stateDir: string, ...machineLock: string[]): Promise<Agent> {
    const child = spawn(process.execPath, [join(directory, 'claim.mjs'), stateDir, ...machineLock], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const agent = new Agent(child);
    expect(await agent.says()).toBe('ready');
    return agent;
  }
  async says(): Promise<string> {
    return (await this.lines.next()).value ?? '';
  }
  claim(): Promise<string> {
    this.process.stdin?.write('now\n');
    return this.says();
  }
  async killed(): Promise<void> {
    const closed = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await closed;
  }
}

test.for([[2], [10]] as const)(
  'admits one of %i agents started together, and the next one after SIGKILL',
  { timeout: 120_000 },
  async ([count]) => {
    for (let times = 0; times < (count === 2 ? 5 : 1); times++) {
      const stateDir = await temporaryFolder();
      const agents = await Promise.all(Array.from({ length: count }, () => Agent.start(stateDir)));
      const said = await Promise.all(agents.map((agent) => agent.claim()));
      expect(said.filter((line) => line === 'claimed')).toHaveLength(1);
      expect(said.filter((line) => line.startsWith('an agent is already running'))).toHaveLength(count - 1);
      const winner = agents[said.indexOf('claimed')];
      expect(await runningAgent(stateDir)).toBe(winner?.process.pid);
      await winner?.killed();
      const next = await Agent.start(stateDir);
      expect(await next.claim()).toBe('claimed');
      await Promise.all([...agents, next].filter((agent) => agent !== winner).map((agent) => agent.killed()));
    }
  },
);

test('refuses a second agent on one machine with another state folder, and names the first', { timeout: 120_000 }, async () => {
  const machineLock = join(await temporaryFolder(), 'weft-agent.lock');
  const folders = [await temporaryFolder(), await temporaryFolder()] as const;
  const [first, second] = await Promise.all(folders.map((folder) => Agent.start(folder, machineLock)));
  if (!first || !second) throw new Error('two agents were started');
  expect(await first.claim()).toBe('claimed');
  expect(await second.claim()).toBe(
    `another agent already drives this machine (pid ${first.process.pid}, state folder ${folders[0]}), and two would plan against each other; stop it first with "systemctl stop weft-agent"`,
  );
  expect(await runningAgent(folders[1])).toBeUndefined();
  await first.killed();
  const next = await Agent.start(folders[1], machineLock);
  expect(await next.claim()).toBe('claimed');
  await Promise.all([second.killed(), next.killed()]);
});
