import { ChannelLost, type ChannelRequest, CommandTimeout, runInGuest } from './channel.js';

/** Time that the guest has to kill a script that exceeded its time-out. */
const END_SECONDS = 10;

/**
 * Runs a script in a guest and ends it, with its children, at its time-out.
 * @param what machine and command, for the errors
 * @throws CommandTimeout, ChannelLost that name both; a failure to end the script is added to the time-out's message and never replaces it
 */
export async function runOrEnd(
  request: Omit<ChannelRequest, 'onStarted'>,
  what: string,
  endSeconds = END_SECONDS,
): Promise<Awaited<ReturnType<typeof runInGuest>>> {
  let group: number | undefined;
  const onStarted = (processGroup: number) => {
    group = processGroup;
  };
  try {
    return await runInGuest({ ...request, onStarted });
  } catch (error) {
    if (error instanceof ChannelLost) throw new ChannelLost(`${what}: ${error.message}`, { cause: error });
    if (!(error instanceof CommandTimeout)) throw error;
    const ended = group === undefined ? ', and the guest never started it' : await end(request, group, endSeconds);
    throw new CommandTimeout(`${what}: ${error.message}${ended}`, { cause: error });
  }
}

/** @returns the text to add to the error when the script could not be ended */
async function end(request: Omit<ChannelRequest, 'onStarted'>, group: number, timeoutSeconds: number): Promise<string> {
  const script = `/usr/bin/kill -KILL -- -${group}; rm -rf /run/weft-lab/${group}`;
  try {
    await runInGuest({ port: request.port, signal: request.signal, input: Buffer.alloc(0), timeoutSeconds, script });
    return '';
  } catch (error) {
    return `; it may still run: killing its process group ${group} failed too (${(error as Error).message})`;
  }
}
