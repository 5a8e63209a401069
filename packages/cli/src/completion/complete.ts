import { ALIASES } from '../arguments/parse.js';
import { usage } from '../core/failure.js';
import { documentKinds } from '../documents/kinds.js';
import { formats } from '../output/formats.js';
import { findCommand } from '../run/find.js';
import { globalFlags } from '../run/flags.js';
import type { Run, Runnable } from '../run/run.js';
import type { Flag } from '../table/command.js';
import { isUnsafe } from '../text/safe.js';
import { completionScripts, type Shell, shells } from './scripts.js';

/** A shell waits for the answer: names come only from a server that answers at once. */
const NAMES_MS = 2000;

/** Words that may stand in the place of the last one. */
export async function candidates(run: Run, words: readonly string[]): Promise<string[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const found = (await proposals(run, before, typed)).filter((each) => each.startsWith(typed) && !isUnsafe(each));
  return [...new Set(found)].sort();
}

async function proposals(run: Run, before: readonly string[], typed: string): Promise<string[]> {
  const { commands } = run.given;
  const visible = before.filter((word) => !word.startsWith('-'));
  const { command, rest } = findCommand(commands, before);
  if (command?.isPrefix) return proposals(run, rest, typed);
  const nouns = commands.filter(({ words }) => words[0] === visible[0] && words.length === 2).map(({ words }) => words[1] ?? '');
  if (!command) return visible.length === 0 ? commands.map(({ words }) => words[0] ?? '') : visible.length === 1 ? nouns : [];
  const flags = [...command.flags, ...globalFlags];
  const flag = flagBefore(flags, before.at(-1));
  if (flag) return valuesOf(run, flag);
  if (typed.startsWith('-')) return flags.flatMap(({ name, secret }) => (secret ? [`--${name}`] : [`--${name}`]));
  const place = rest.filter((word, index) => !word.startsWith('-') && !flagBefore(flags, rest[index - 1])).length;
  const noun = command.completes?.[place] ?? (place > 0 && command.completes?.length === 1 ? command.completes[0] : undefined);
  const more = place === 0 && command.words.length === 1 ? nouns : [];
  return noun === undefined ? more : [...more, ...(await namesOf(run, noun))];
}

/** The option whose value is typed next. */
function flagBefore(flags: readonly Flag[], word: string | undefined): Flag | undefined {
  const long = word === '-o' ? 'output' : word === '-f' ? 'file' : word === '-l' ? 'selector' : /^--([\w-]+)$/.exec(word ?? '')?.[1];
  const name = long === undefined ? undefined : (ALIASES[long] ?? long);
  return flags.find((flag) => flag.name === name && flag.type !== 'boolean');
}

async function valuesOf(run: Run, { name, values, reference }: Flag): Promise<string[]> {
  if (name === 'output') return formats.map((format) => format.replace('EXPRESSION', ''));
  if (values) return values;
  return reference ? namesOf(run, reference) : [];
}

async function namesOf(run: Run, noun: string): Promise<string[]> {
  if (noun === 'context') return Object.keys(run.config.contexts);
  if (noun === 'kind') return [...new Set([...Object.keys(run.table.nouns), ...Object.keys(documentKinds)])];
  if (!run.table.nouns[noun]) return [];
  const late = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), NAMES_MS).unref());
  return Promise.race([run.resolver.names(noun), late]).catch(() => []);
}

export const completionCommands: readonly Runnable[] = [
  {
    words: ['completion'],
    usage: `completion ${shells.join('|')}`,
    summary: 'Print the completion script of a shell',
    flags: [],
    run: async (run) => {
      const [shell = ''] = run.positionals;
      const script = completionScripts[shell as Shell];
      if (script === undefined) throw usage(`There is no completion for "${shell}".`, `Shells: ${shells.join(', ')}.`);
      await run.write(script);
    },
  },
];

/** What the scripts call. It is not in the help. */
export const hiddenCommand: Runnable = {
  words: ['__complete'],
  usage: '__complete -- WORD…',
  summary: 'Candidates for the last word',
  flags: [],
  isPrefix: true,
  run: async (run) => {
    const words = run.given.words[0] === '--' ? run.given.words.slice(1) : run.given.words;
    await run.write((await candidates(run, words)).map((each) => `${each}\n`).join(''));
  },
};
