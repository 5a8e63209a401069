import { parseOptions } from '../arguments/parse.js';
import { allCommands } from '../commands/all.js';
import { hiddenCommand } from '../completion/complete.js';
import { exitCodes, Failure, usage } from '../core/failure.js';
import { hasColour, say, type Terminal } from '../core/terminal.js';
import { commandHelp, generalHelp, nounHelp } from '../help/help.js';
import { findCommand } from '../run/find.js';
import { globalFlags } from '../run/flags.js';
import { Run, type Runnable } from '../run/run.js';
import type { Schemas, Table } from '../table/command.js';
import { singular } from '../table/words.js';
import { didYouMean } from '../text/nearest.js';
import { safeText } from '../text/safe.js';

export interface Program {
  terminal: Terminal;
  table: Table;
  schemas: () => Schemas;
  signal: AbortSignal;
}

/** Runs one command line. @returns the exit code */
export async function runProgram(words: readonly string[], program: Program): Promise<number> {
  let run: Run | undefined;
  try {
    const commands = allCommands(program.table);
    const text = informational(words, commands, program.table);
    if (text !== undefined) {
      program.terminal.out.write(text);
      return exitCodes.done.code;
    }
    const { leading, rest: from } = leadingOptions(words);
    const { command, rest } = findCommand([...commands, hiddenCommand], from);
    if (!command) throw unknownCommand(from, commands);
    const own = command.isPrefix && !isHelp(rest[0]) ? leading : [...leading, ...rest];
    const { options, positionals } = parseOptions([...command.flags, ...globalFlags], own);
    if (options.help?.at(-1) === 'true') {
      program.terminal.out.write(commandHelp(command));
      return exitCodes.done.code;
    }
    run = new Run({ ...program, commands, options, positionals, words: rest });
    await command.run(run);
    return exitCodes.done.code;
  } catch (error) {
    return failed(program.terminal, error);
  } finally {
    await run?.close();
  }
}

/** Options before the command, as in `weft --context lab volume ls`. */
function leadingOptions(words: readonly string[]): { leading: readonly string[]; rest: readonly string[] } {
  let count = 0;
  while (words[count]?.startsWith('-')) {
    const name = /^--([\w-]+)$/.exec(words[count] ?? '')?.[1] ?? (words[count] === '-o' ? 'output' : undefined);
    const takesValue = globalFlags.some((flag) => flag.name === name && flag.type !== 'boolean');
    count += takesValue ? 2 : 1;
  }
  return { leading: words.slice(0, count), rest: words.slice(count) };
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** Help and version, which need no server. */
function informational(words: readonly string[], commands: readonly Runnable[], { version }: Table): string | undefined {
  const [first, second] = words;
  if (first === '--version' || (first === 'version' && second === undefined)) return `weft ${version}\n`;
  if (first === undefined || ((isHelp(first) || first === 'help') && second === undefined)) return generalHelp(commands);
  if (first === 'help') {
    const { command } = findCommand(commands, words.slice(1));
    const text = command ? commandHelp(command) : words.length === 2 ? ofNoun(second ?? '', commands) : undefined;
    if (text === undefined) throw unknownCommand(words.slice(1), commands);
    return text;
  }
  const isAlone = second === undefined || isHelp(second);
  return isAlone && !findCommand(commands, [first]).command ? ofNoun(first, commands) : undefined;
}

function ofNoun(text: string, commands: readonly Runnable[]): string | undefined {
  const own = commands.filter(({ words }) => words.length === 2 && (words[0] === text || words[0] === singular(text)));
  return own.length === 0 ? undefined : nounHelp(own[0]?.words[0] ?? text, own);
}

function unknownCommand(words: readonly string[], commands: readonly Runnable[]): Failure {
  const [noun = '', verb] = words;
  const verbs = commands
    .filter((each) => each.words.length === 2 && (each.words[0] === noun || each.words[0] === singular(noun)))
    .map((each) => each.words[1] ?? '');
  if (verbs.length > 0)
    return usage(`${noun} has no command "${verb}".`, didYouMean(verb ?? '', verbs) ?? `Commands: ${verbs.join(', ')}.`);
  const nouns = [...new Set(commands.map((each) => each.words[0] ?? ''))];
  return usage(`There is no command "${noun}".`, didYouMean(noun, nouns) ?? 'weft help lists all.');
}

function failed(terminal: Terminal, error: unknown): number {
  const colour = hasColour(terminal.err, terminal.env);
  const word = colour ? '\u001b[31merror\u001b[0m' : 'error';
  if (error instanceof Failure && error.kind === 'interrupted') {
    say(terminal, [error.message, error.advice].filter(Boolean).join(' '));
    return exitCodes.interrupted.code;
  }
  if (error instanceof Failure) {
    terminal.err.write(`${word}: ${safeText(error.message)}\n`);
    if (error.advice) say(terminal, error.advice);
    return exitCodes[error.kind].code;
  }
  if (error instanceof Error && error.name === 'AbortError') {
    say(terminal, 'Interrupted.');
    return exitCodes.interrupted.code;
  }
  if (error instanceof RangeError) {
    terminal.err.write(`${word}: ${safeText(error.message)}\n`);
    return exitCodes.usage.code;
  }
  terminal.err.write(`${word}: ${safeText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  return exitCodes.unexpected.code;
}
