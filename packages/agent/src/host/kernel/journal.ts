import { runCommand } from './run/command.js';

const SECONDS = 10;
const MOST_LINES = 5000;

/** What systemd's journal has of this machine's agent, of the last day (journalctl(1)). @throws HostError without systemd */
export async function readJournal(): Promise<string> {
  const what = ['--unit=weft-agent', '--since=-24h', `--lines=${MOST_LINES}`];
  const { stdout } = await runCommand(['journalctl', ...what, '--output=short-iso', '--no-pager', '--quiet'], { seconds: SECONDS });
  return stdout;
}
