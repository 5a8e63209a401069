import { HostError } from '../../host.js';
import type { HostContext } from '../lookup/host-context.js';

/** Settings of `Restart=` under which systemd starts a unit again after SIGKILL (systemd.service(5)). */
const RESTARTS = ['always', 'on-failure', 'on-abnormal', 'on-abort'];

/** The systemd unit of a process, from /proc/PID/cgroup (cgroups(7)); undefined: none. */
export const unitIn = (cgroups: string): string | undefined => /\/([^/\n]+\.service)(?:\/|\n|$)/.exec(cgroups)?.[1];

/** See `Host.killAgent`. */
export async function killAgent({ tree, run }: HostContext, kill: () => void = () => process.kill(process.pid, 'SIGKILL')): Promise<void> {
  const unit = unitIn((await tree.optional('/proc/self/cgroup')) ?? '');
  const command = ['systemctl', 'show', '--property=Restart', '--value', unit ?? ''];
  const restart = unit === undefined ? '' : (await run(command, { seconds: 10 })).stdout.trim();
  if (!RESTARTS.includes(restart)) {
    const found = unit === undefined ? 'it is no service of systemd' : `${unit} has Restart=${restart || 'no'}`;
    throw new HostError(`the agent was not killed, because nothing would start it again: ${found}`, command, null, '', {
      code: 'drill-not-supervised',
    });
  }
  kill();
}
