import { parseArgs } from 'node:util';
import { usage } from '../core/failure.js';
import type { Flag } from '../table/command.js';
import { didYouMean } from '../text/nearest.js';

/** Options as they were typed: the texts of each flag, in order. `--no-x` is `false` of x. */
export type Options = Record<string, readonly string[]>;

/** Short forms, and other names that people know. */
const SHORT: Record<string, string> = { output: 'o', yes: 'y', help: 'h', selector: 'l', file: 'f', follow: 'F' };
export const ALIASES: Record<string, string> = { class: 'drive-class', labels: 'label' };

type Given = { type: 'string' | 'boolean'; multiple: true; short?: string };

function optionsOf(flags: readonly Flag[]): Record<string, Given> {
  const options: Record<string, Given> = {};
  for (const { name, type, list } of flags) {
    const isSwitch = type === 'boolean' && !list;
    const short = SHORT[name];
    options[name] = { type: isSwitch ? 'boolean' : 'string', multiple: true, ...(short ? { short } : {}) };
    if (isSwitch) options[`no-${name}`] = { type: 'boolean', multiple: true };
  }
  for (const [alias, name] of Object.entries(ALIASES)) if (options[name] && !options[alias]) options[alias] = options[name];
  return options;
}

/** Splits the words after a command into its arguments and options. @throws Failure naming the wrong word, and a near one */
export function parseOptions(flags: readonly Flag[], words: readonly string[]): { positionals: string[]; options: Options } {
  const known = optionsOf(flags);
  const { tokens, positionals } = parseArgs({ args: [...words], options: known, allowPositionals: true, strict: false, tokens: true });
  const options: Record<string, string[]> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = ALIASES[token.name] && !flags.some((flag) => flag.name === token.name) ? (ALIASES[token.name] ?? '') : token.name;
    const given = known[token.name];
    if (!given) throw unknown(token.rawName, Object.keys(known));
    const isNegated = name.startsWith('no-') && !flags.some((flag) => flag.name === name);
    options[isNegated ? name.slice(3) : name] = [
      ...(options[isNegated ? name.slice(3) : name] ?? []),
      given.type === 'string' ? textOf(token.rawName, token.value) : switchOf(token.rawName, token.value, isNegated),
    ];
  }
  return { positionals, options };
}

function unknown(raw: string, names: readonly string[]): Error {
  const near = didYouMean(raw, raw.startsWith('--') ? names.map((name) => `--${name}`) : []);
  return usage(`There is no option ${raw} here.`, near ?? 'See --help.');
}

function textOf(raw: string, value: string | undefined): string {
  if (value === undefined) throw usage(`${raw} needs a value.`);
  return value;
}

function switchOf(raw: string, value: string | undefined, isNegated: boolean): string {
  if (value !== undefined && value !== 'true' && value !== 'false') throw usage(`${raw} takes no value, or =true or =false.`);
  return String((value ?? 'true') === 'true' ? !isNegated : isNegated);
}
