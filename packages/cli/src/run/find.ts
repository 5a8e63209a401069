import { singular } from '../table/words.js';
import type { Runnable } from './run.js';

/** Verbs that people type by habit. */
const VERBS: Record<string, string> = { ls: 'list', rm: 'delete', show: 'get' };

const meant = (words: readonly string[]): string[] => {
  const [noun = '', verb] = words;
  return verb === undefined ? [noun] : [noun, VERBS[verb] ?? verb];
};

/** The command that some words begin with: by two words, in singular or plural, or by one. */
export function findCommand(
  commands: readonly Runnable[],
  words: readonly string[],
): { command: Runnable | undefined; rest: readonly string[] } {
  const [noun = '', verb] = meant(words);
  const is = (...wanted: string[]) =>
    commands.find((each) => each.words.length === wanted.length && each.words.every((word, index) => word === wanted[index]));
  const two = verb === undefined ? undefined : (is(noun, verb) ?? is(singular(noun), verb));
  if (two) return { command: two, rest: words.slice(2) };
  const one = is(noun);
  return { command: one, rest: one ? words.slice(1) : words };
}
