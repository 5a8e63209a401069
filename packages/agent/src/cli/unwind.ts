import { isWeftNqn } from '@weft/shared/identity';
import { steadyMs } from '../clock/steady-clock.js';
import { UsageError } from '../config/config.js';
import type { FastState, Host } from '../host/host.js';
import { identified, NOTHING_SEEN } from '../host/identity.js';
import type { Operation } from '../host/operations.js';
import { isShuttingDown } from '../host/shutting-down.js';
import { Ledger } from '../ledger/ledger.js';
import { errorText, jsonLog, type Log } from '../log/log.js';
import { teardown } from '../plan/attachment/plan-detach.js';
import { traceAttachment } from '../plan/attachment-trace.js';
import { linkedPorts, unlink } from '../plan/target/plan-unexport.js';
import type { Arguments } from './arguments.js';
import { runningAgent } from './run-lock.js';

/** systemd gives a stopping unit 90 s by default; a hung target must not use up all of it. */
const ALL_MS = 60_000;

/*
 * At shutdown, before the network stops: dismantles volumes that nothing holds, so that arrays are clean, and closes exports
 * in order, so that clients elsewhere notice at once. The ledger does not change: everything comes back at the next boot.
 *  - not shutting down and no --now: does nothing (a package upgrade stops units too).
 *  - a volume is held: left as it is, and named.
 */
export async function unwind({ stateDir, now }: Arguments, host: Host): Promise<string> {
  if (!now && !(await isShuttingDown())) return 'the system is not shutting down: nothing was done (use --now to remove devices anyway)\n';
  const log = jsonLog({ command: 'unwind' });
  const running = await runningAgent(stateDir);
  if (running !== undefined)
    throw new UsageError(
      `the agent is running (pid ${running}) and would create everything again; stop it first with "systemctl stop weft-agent"`,
    );
  const ledger = await Ledger.open(stateDir, log, { readOnly: true });
  const content = ledger.assignment?.content;
  const deadline = steadyMs() + ALL_MS;
  const left: string[] = [];
  const fast = await host.observeFast();
  await Promise.all(
    (content?.attachments ?? []).map(async (attachment) => {
      const trace = traceAttachment(attachment, fast);
      const processes = trace.top ? await host.holders(`/dev/${trace.top.device}`) : [];
      if (processes.length > 0)
        left.push(`${attachment.volumeName}: held by ${processes.map(({ command, pid }) => `${command} (pid ${pid})`).join(', ')}`);
      else if (!(await inOrder(teardown(attachment, trace), host, deadline, log)))
        left.push(`${attachment.volumeName}: not removed, see the journal`);
    }),
  );
  // After the attachments: on a converged node these exports include their own legs.
  await Promise.all(closing(fast).map((steps) => inOrder(steps, host, deadline, log)));
  return left.length > 0 ? `not removed:\n  ${left.join('\n  ')}\n` : 'removed\n';
}

/** Ports before namespaces, as in a fence; the allowed host stays, nothing is removed. */
const closing = (fast: FastState): Operation[][] =>
  fast.subsystems
    .filter(({ nqn }) => isWeftNqn(nqn))
    .map(({ nqn, namespaces }) => [
      ...linkedPorts(fast, nqn).map((port) => unlink(nqn, port)),
      ...namespaces.filter((space) => space.enabled).map((space): Operation => ({ op: 'disable-namespace', nqn, nsid: space.nsid })),
    ]);

async function inOrder(steps: Operation[], host: Host, deadline: number, log: Log): Promise<boolean> {
  for (const operation of steps) {
    const leftMs = deadline - steadyMs();
    if (leftMs <= 0) return false;
    try {
      await host.perform(identified(operation, NOTHING_SEEN), AbortSignal.timeout(leftMs));
    } catch (error) {
      log('warn', errorText(error), { operation });
      return false;
    }
  }
  return true;
}
