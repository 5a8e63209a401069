import { parseBytes } from '@weft/shared/units';
import { parse as parseYaml } from 'yaml';
import { usage } from '../core/failure.js';
import type { Flag } from '../table/command.js';
import { parseMoment, parseSeconds } from '../text/durations.js';
import { didYouMean } from '../text/nearest.js';

/** Reads files that a flag names. */
export type ReadText = (path: string) => string;

/** The value of a flag as the API takes it; references are still names. @param before labels that a change starts from @throws Failure naming the flag */
export function flagValue(flag: Flag, texts: readonly string[], read: ReadText, now: number, before?: unknown): unknown {
  try {
    if (flag.secret) return withoutLineBreak(read(texts.at(-1) ?? ''));
    if (flag.nullable && texts.at(-1) === 'null') return null;
    if (flag.type === 'labels') return before === undefined ? labelsOf(texts) : changedLabels(before as Record<string, string>, texts);
    if (flag.list)
      return texts
        .flatMap((text) => text.split(','))
        .filter(Boolean)
        .map((text) => scalarOf(flag, text, now));
    return flag.type === 'json' ? jsonOf(texts.at(-1) ?? '', read) : scalarOf(flag, texts.at(-1) ?? '', now);
  } catch (error) {
    if (error instanceof RangeError) throw usage(`--${flag.name}: ${error.message}`);
    throw error;
  }
}

const withoutLineBreak = (text: string): string => text.replace(/\r?\n$/, '');

/** `key=value` pairs, repeated or separated by commas. @throws RangeError */
export function labelsOf(texts: readonly string[]): Record<string, string> {
  const pairs = texts.flatMap((text) => text.split(',')).filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair): [string, string] => {
      const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
      if (key === undefined || value === undefined) throw new RangeError(`"${pair}" is not key=value.`);
      return [key, value];
    }),
  );
}

/** Labels after `key=value` sets some and `key-` removes some; the others stay. @throws RangeError */
export function changedLabels(before: Readonly<Record<string, string>>, texts: readonly string[]): Record<string, string> {
  const pairs = texts.flatMap((text) => text.split(',')).filter(Boolean);
  const removed = pairs.filter((pair) => /^[^=]+-$/.test(pair));
  const set = labelsOf(pairs.filter((pair) => !removed.includes(pair)));
  const kept = Object.entries(before).filter(([key]) => !removed.includes(`${key}-`));
  return { ...Object.fromEntries(kept), ...set };
}

function jsonOf(text: string, read: ReadText): unknown {
  const source = text.startsWith('@') ? read(text.slice(1)) : text;
  try {
    return parseYaml(source);
  } catch (error) {
    throw new RangeError(`this is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

function scalarOf(flag: Flag, text: string, now: number): unknown {
  if (flag.values && !flag.values.includes(text))
    throw new RangeError(`"${text}" is none of ${flag.values.join(', ')}. ${didYouMean(text, flag.values) ?? ''}`.trimEnd());
  if (flag.type === 'moment') return parseMoment(text, now);
  if (flag.type === 'boolean') return booleanOf(text);
  if (flag.type === 'integer' || flag.type === 'number') return numberOf(flag, text);
  return text;
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new RangeError(`"${text}" is not true or false.`);
  return text === 'true';
}

function numberOf({ unit, type }: Flag, text: string): number {
  if (unit === 'bytes') return parseBytes(text);
  if (unit === 'seconds') return whole(parseSeconds(text), text);
  if (unit === 'hours') return parseSeconds(text, 'h') / 3600;
  if (unit === 'days') return whole(parseSeconds(text, 'd') / 86_400, text);
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new RangeError(`"${text}" is not a number.`);
  return type === 'integer' ? whole(value, text) : value;
}

function whole(value: number, text: string): number {
  if (!Number.isInteger(value)) throw new RangeError(`"${text}" is not a whole number of the unit.`);
  return value;
}
