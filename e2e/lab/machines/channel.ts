/** The host's end of the command channel; image/guest-channel.ts describes the protocol. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ChannelRequest {
  readonly port: number;
  readonly script: string;
  readonly input: Buffer;
  readonly timeoutSeconds: number;
  /** Aborted when the machine stops or restarts: no answer would ever come. */
  readonly signal: AbortSignal;
  /** Called with the guest's process group as soon as the script has started. */
  onStarted?(processGroup: number): void;
}

/** Thrown when the script outlived its timeout. The caller ends the process group. */
export class CommandTimeout extends Error {}

/** Thrown when no guest answered, or when the guest stopped before the script ended. */
export class ChannelLost extends Error {}

/** The command that connects now, by port. busybox nc queues one connection: more at once on a busy guest are reset ("possible SYN flooding"). */
const connecting = new Map<number, Promise<void>>();
/** A guest that does not accept a connection delays the next command by at most this time. */
const MOST_WAIT_MS = 5000;

export async function runInGuest(request: ChannelRequest): Promise<CommandResult & { readonly output: Buffer }> {
  const before = connecting.get(request.port);
  let accept = () => {};
  connecting.set(
    request.port,
    new Promise((resolve) => {
      accept = resolve;
    }),
  );
  await Promise.race([before, sleep(MOST_WAIT_MS, undefined, { ref: false })]);
  return runAtOnce(request, accept).finally(accept);
}

function runAtOnce(request: ChannelRequest, onAccepted: () => void): Promise<CommandResult & { readonly output: Buffer }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: request.port, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let started = false;
    const finish = (error?: Error) => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', stopped);
      socket.destroy();
      const result = error === undefined ? parseAnswer(Buffer.concat(chunks)) : undefined;
      if (result === undefined) reject(error ?? new ChannelLost('the guest ended the connection before the command had ended'));
      else resolve(result);
    };
    const stopped = () => {
      finish(new ChannelLost('the machine stopped or restarted before the command had ended'));
    };
    const timer = setTimeout(() => {
      finish(new CommandTimeout(`no end after ${request.timeoutSeconds} s`));
    }, request.timeoutSeconds * 1000);
    request.signal.addEventListener('abort', stopped);
    socket.on('connect', () => {
      socket.write(`${Buffer.from(request.script).toString('base64')}\n`);
      socket.end(request.input);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const group = started ? undefined : /^weft-channel (\d+)\n/.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
      if (group === undefined) return;
      started = true;
      onAccepted();
      request.onStarted?.(Number(group));
    });
    socket.on('error', (error) => {
      finish(new ChannelLost(error.message, { cause: error }));
    });
    socket.on('end', () => {
      finish();
    });
    if (request.signal.aborted) stopped();
  });
}

function parseAnswer(answer: Buffer): (CommandResult & { readonly output: Buffer }) | undefined {
  const head = /^weft-channel \d+\nexit (\d+) (\d+) (\d+)\n/.exec(answer.subarray(0, 200).toString('latin1'));
  if (head === null) return undefined;
  const [text, code, stdoutBytes, stderrBytes] = [head[0], Number(head[1]), Number(head[2]), Number(head[3])];
  const body = answer.subarray(text.length);
  if (body.length < stdoutBytes + stderrBytes) return undefined;
  const output = body.subarray(0, stdoutBytes);
  return { code, output, stdout: output.toString(), stderr: body.subarray(stdoutBytes, stdoutBytes + stderrBytes).toString() };
}

/** Quotes each argument as one shell word. */
export function shellQuoted(argv: readonly string[]): string {
  return argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
