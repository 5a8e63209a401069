/** The agents of a growing cluster, in a process of their own: its processor time is not the bench's, and what it reads are the bytes to the agents. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AgentOrder, AgentOrders, Answered, Asked } from './agent-orders.js';

const entry = fileURLToPath(new URL('../../../scripts/bench/agents.mjs', import.meta.url));

export class AgentsProcess {
  private asked = 0;
  private readonly waiting = new Map<number, (answer: Answered) => void>();

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (answer: Answered) => {
      this.waiting.get(answer.number)?.(answer);
      this.waiting.delete(answer.number);
    });
    child.once('exit', (code) => {
      for (const [number, tell] of this.waiting) tell({ number, error: `the process of the agents ended with exit code ${code}` });
    });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
  }

  static start(): AgentsProcess {
    return new AgentsProcess(
      spawn(process.execPath, ['--max-old-space-size=6144', entry, 'agents'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
  }

  /** @throws Error of the agents' process */
  async ask<O extends AgentOrder>(order: O, takes: AgentOrders[O]['takes']): Promise<AgentOrders[O]['gives']> {
    const number = ++this.asked;
    const answer = await new Promise<Answered>((resolve) => {
      this.waiting.set(number, resolve);
      this.child.send({ number, order, takes } satisfies Asked);
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.gives as AgentOrders[O]['gives'];
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the process of the agents did not start');
    return this.child.pid;
  }

  /** Bytes that the agents have received, as the sockets carried them (proc_pid_io(5)). Files of the program are among them: take differences. */
  async received(): Promise<number> {
    return Number(/^rchar: (\d+)/m.exec(await readFile(`/proc/${this.pid}/io`, 'utf8'))?.[1]);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}
