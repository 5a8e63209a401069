import { HostError } from '../../host.js';
import type { CommandOptions, CommandResult, HelperRequest, RunCommand } from './command.js';
import type { Helper, HelperAnswer, Helpers } from './helpers.js';

/** The one list that is asked for by more than a name. */
export const DM_NAMES = ['dmsetup', 'info', '--columns', '--noheadings', '--separator', ' ', '--options', 'name,uuid'] as const;
const KILL_GRACE_MS = 10_000;
const isPlain = (word: string | undefined): word is string => word !== undefined && word !== '' && !/[\t\n]|^-/.test(word);

/** Undefined: only the command does it. */
export function requestOf(argv: readonly string[], input: string | undefined): HelperRequest | undefined {
  const [program, action, name, sector, text] = argv;
  if (program === 'tee' && argv.length === 2 && input !== undefined && isPlain(action)) return write(action, input, `tee: ${action}`);
  if (input !== undefined) return undefined;
  if (program === 'nvme' && action === 'connect') return connect(argv.slice(2));
  if (program !== 'dmsetup') return undefined;
  if (argv.length === DM_NAMES.length && DM_NAMES.every((word, at) => word === argv[at])) return { words: ['mappings'], complaint: null };
  if (!isPlain(name)) return undefined;
  if (action === 'table' && argv.length === 3) return { words: ['table', name], complaint: null };
  // The command repeats a message that failed, and says why; none of these does harm twice.
  if (action === 'message' && argv.length === 5 && sector === '0' && isPlain(text) && text.startsWith('@stats_'))
    return { words: ['message', name, text], complaint: null };
  return undefined;
}

const FABRICS = '/dev/nvme-fabrics';
const write = (path: string, text: string, complaint: string): HelperRequest => ({
  words: ['write', path, Buffer.from(text).toString('hex')],
  complaint,
});

/** nvme-connect(1) writes its options, by their names in the kernel, to one file (nvmf_parse_options in drivers/nvme/host/fabrics.c). */
function connect(options: readonly string[]): HelperRequest | undefined {
  const parsed = options.map((option) => /^--([a-z-]+)=([^,\n]+)$/.exec(option));
  if (options.length === 0 || !parsed.every((each) => each !== null)) return undefined;
  const text = parsed.map(([, option = '', value]) => `${option.replaceAll('-', '_')}=${value}`).join(',');
  return write(FABRICS, text, `Failed to write to ${FABRICS}`);
}

/**
 * Runs commands, some of them without starting a process (helper-program.ts). What comes back is the same: where a helper fails at a look, the command itself
 * runs and tells why.
 */
export const helpedRun =
  (helpers: Helpers, run: RunCommand): RunCommand =>
  async (argv, options) => {
    const request = options.helper ?? requestOf(argv, options.input);
    if (!request || options.signal?.aborted) return run(argv, options);
    const helper = helpers.take();
    const answer = await asked(helper, request, argv, options);
    if (answer === 'ended') {
      if (request.complaint === null || !helper.isReady) return run(argv, options);
      options.onEnd?.();
      throw new HostError(`${argv[0]} was ended`, [...argv], null, '');
    }
    helpers.giveBack(helper);
    if (!answer.ok && request.complaint === null) return run(argv, options);
    options.onEnd?.();
    return result(answer, request, argv);
  };

function result({ ok, text }: Exclude<HelperAnswer, 'ended'>, { complaint }: HelperRequest, argv: readonly string[]): CommandResult {
  if (ok) return { stdout: text, stderr: '', exitCode: 0 };
  const stderr = `${complaint}: ${text}`;
  throw new HostError(`${argv[0]} failed with exit code 1: ${stderr}`, [...argv], 1, `${stderr}\n`);
}

/** @throws HostError when it takes longer than allowed, or the agent stops. A helper that is blocked in the kernel is left alone. */
async function asked(
  helper: Helper,
  { words }: HelperRequest,
  argv: readonly string[],
  { seconds, signal, onEnd }: CommandOptions,
): Promise<HelperAnswer> {
  let stop: (why: string) => void = () => undefined;
  const stopped = new Promise<string>((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(() => stop(`did not end within ${seconds} s`), seconds * 1000);
  const onAbort = () => stop('was stopped with the agent');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await Promise.race([helper.ask(words), stopped]);
    if (typeof answer !== 'string' || answer === 'ended') return answer;
    helper.end();
    if (onEnd) void helper.ended.then(onEnd);
    const isGone = await endsWithin(helper, KILL_GRACE_MS);
    const where = isGone ? '' : ` and does not end: it waits in the kernel (see /proc/${helper.pid}/stack)`;
    throw new HostError(`${argv[0]} ${answer}${where}`, [...argv], null, '');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function endsWithin(helper: Helper, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isGone = await Promise.race([helper.ended.then(() => true), patience]);
  clearTimeout(timer);
  return isGone;
}
