import { formatBytes } from '@weft/shared/units';
import { globalFlags } from '../run/flags.js';
import type { Runnable } from '../run/run.js';
import type { Flag } from '../table/command.js';
import { wholeDuration } from '../text/durations.js';
import { EXAMPLES } from './examples.js';

/** How a flag is written. */
export function flagText(flag: Flag): string {
  const { name, type, list, values, unit, reference, secret } = flag;
  const short: Record<string, string> = { output: '-o, ', yes: '-y, ', help: '-h, ', selector: '-l, ', file: '-f, ', follow: '-F, ' };
  if (type === 'boolean' && !list) return `${short[name] ?? ''}--${isSwitchedOff(flag) ? '[no-]' : ''}${name}`;
  const dashed = `${short[name] ?? ''}--${name}`;
  return `${dashed} ${valueText({ type, unit, reference, secret, name, values })}${list ? ',…' : ''}`;
}

/** Fields of the API that are not false where the command line leaves them out: only `--no-x` makes them false. */
const isSwitchedOff = (flag: Flag): boolean => flag.in === 'body' && flag.default !== false;

function valueText({
  type,
  unit,
  reference,
  secret,
  name,
  values,
}: Pick<Flag, 'type' | 'unit' | 'reference' | 'secret' | 'name' | 'values'>): string {
  if (values && values.length <= 4) return values.join('|');
  if (secret || name === 'file' || name.endsWith('-file')) return 'FILE';
  if (unit === 'bytes') return 'SIZE';
  if (unit) return 'DURATION';
  if (name === 'output') return 'FORM';
  if (reference) return reference.toUpperCase();
  const words: Partial<Record<Flag['type'], string>> = {
    integer: 'NUMBER',
    number: 'NUMBER',
    labels: 'KEY=VALUE',
    json: 'JSON|@FILE',
    moment: 'TIME',
  };
  return words[type] ?? 'TEXT';
}

/** What a flag means, with its default and values. */
export function flagNotes(flag: Flag): string {
  const { description, values, required } = flag;
  const preset = presetText(flag);
  const parts = [
    ...(required ? ['Required.'] : []),
    ...(description ? [description] : []),
    ...(values && values.length > 4 ? [`One of ${values.join(', ')}.`] : []),
    ...(preset === undefined ? [] : [`Default: ${preset}.`]),
  ];
  return parts.join(' ');
}

/** The default as it would be typed. Undefined: there is none, or the absence of the flag shows it. */
function presetText({ default: preset, unit }: Flag): string | undefined {
  if (preset === undefined || preset === null || preset === '' || preset === false || typeof preset === 'object') return undefined;
  if (typeof preset !== 'number' || unit === undefined) return String(preset);
  return unit === 'bytes' ? formatBytes(preset).replace(' ', '') : wholeDuration(preset * SECONDS_OF[unit]);
}
const SECONDS_OF = { seconds: 1, hours: 3600, days: 86_400 };

const entry = (left: string, right: string): string =>
  (left.length > 30 ? `  ${left}\n${' '.repeat(34)}${right}` : `  ${left.padEnd(32)}${right}`).trimEnd();

export const examplesOf = (words: readonly string[]): readonly string[] => (EXAMPLES[words.join(' ')] ?? []).map((line) => `weft ${line}`);

function exampleLines(words: readonly string[]): string[] {
  const examples = examplesOf(words);
  return examples.length === 0 ? [] : ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((line) => `  ${line}`)];
}

export function commandHelp({ words, usage, summary, details, flags }: Runnable): string {
  const lists = [
    ['Options', flags],
    ['Options of every command', globalFlags],
  ] as const;
  const options = lists.flatMap(([title, each]) =>
    each.length === 0 ? [] : ['', `${title}:`, ...each.map((flag) => entry(flagText(flag), flagNotes(flag)))],
  );
  return [`${summary}.`, '', `  weft ${usage}`, ...(details ? ['', details] : []), ...exampleLines(words), ...options, ''].join('\n');
}

const withoutOptions = (usage: string): string => usage.split(' --')[0] ?? usage;

/** Commands of one noun. */
export function nounHelp(noun: string, commands: readonly Runnable[]): string {
  return [
    `Commands of ${noun}:`,
    '',
    ...commands.map(({ usage, summary }) => entry(withoutOptions(usage), summary)),
    '',
    `weft ${noun} VERB --help shows arguments and options.`,
    '',
  ].join('\n');
}

/** Shown first: what people type most. */
const FIRST = [
  'login',
  'logout',
  'context use',
  'volume create',
  'volume list',
  'attach',
  'detach',
  'volume delete',
  'get',
  'apply',
  'diff',
  'plan',
  'job wait',
  'watch',
  'top',
  'stats',
  'logs',
  'explain',
  'doctor',
  'support-bundle',
  'completion',
];

export function generalHelp(commands: readonly Runnable[]): string {
  const common = FIRST.flatMap((words) => commands.filter((each) => each.words.join(' ') === words));
  const others = commands.filter(({ words }) => words.length === 1 && !FIRST.includes(words.join(' ')));
  const nouns = [...new Set(commands.filter(({ words }) => words.length === 2).map(({ words }) => words[0] ?? ''))].sort();
  return [
    'weft manages volumes on shared NVMe drives.',
    '',
    '  weft COMMAND [options]',
    '',
    'Common commands:',
    ...common.map(({ usage, summary }) => entry(withoutOptions(usage), summary)),
    '',
    'Other commands:',
    ...others.map(({ usage, summary }) => entry(withoutOptions(usage), summary)),
    '',
    'Nouns (weft NOUN shows their commands):',
    ...wrap(nouns.join(', '), 96),
    '',
    'weft COMMAND --help shows arguments and options. Each noun has its own page, such as weft volume.',
    '',
  ].join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines = ['  '];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 1 > width) lines.push(`  ${word}`);
    else lines[lines.length - 1] = last.trim() === '' ? `  ${word}` : `${last} ${word}`;
  }
  return lines;
}
