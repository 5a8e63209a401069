import { globalFlags } from '../run/flags.js';
import type { Runnable } from '../run/run.js';
import type { Flag } from '../table/command.js';

/** How a flag is written. */
export function flagText({ name, type, list, values, unit, reference, secret }: Flag): string {
  const short: Record<string, string> = { output: '-o, ', yes: '-y, ', help: '-h, ', selector: '-l, ', file: '-f, ', follow: '-F, ' };
  const dashed = `${short[name] ?? ''}--${name}`;
  if (type === 'boolean' && !list) return dashed;
  return `${dashed} ${valueText({ type, unit, reference, secret, name, values })}${list ? ',…' : ''}`;
}

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
export function flagNotes({ description, default: preset, values, required }: Flag): string {
  const parts = [
    ...(required ? ['Required.'] : []),
    ...(description ? [description] : []),
    ...(values && values.length > 4 ? [`One of ${values.join(', ')}.`] : []),
    ...(preset === undefined || preset === null || preset === '' || typeof preset === 'object' ? [] : [`Default: ${String(preset)}.`]),
  ];
  return parts.join(' ');
}

const entry = (left: string, right: string): string =>
  (left.length > 30 ? `  ${left}\n${' '.repeat(34)}${right}` : `  ${left.padEnd(32)}${right}`).trimEnd();

export function commandHelp({ usage, summary, details, flags }: Runnable): string {
  const lists = [
    ['Options', flags],
    ['Options of every command', globalFlags],
  ] as const;
  const options = lists.flatMap(([title, each]) =>
    each.length === 0 ? [] : ['', `${title}:`, ...each.map((flag) => entry(flagText(flag), flagNotes(flag)))],
  );
  return [`${summary}.`, '', `  weft ${usage}`, ...(details ? ['', details] : []), ...options, ''].join('\n');
}

/** Commands of one noun. */
export function nounHelp(noun: string, commands: readonly Runnable[]): string {
  return [
    `Commands of ${noun}:`,
    '',
    ...commands.map(({ words, summary }) => entry(words.join(' '), summary)),
    '',
    `weft ${noun} VERB --help shows arguments and options.`,
    '',
  ].join('\n');
}

/** Shown first: what people type most. */
const FIRST = [
  'login',
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
  const nouns = [...new Set(commands.filter(({ words }) => words.length === 2).map(({ words }) => words[0] ?? ''))].sort();
  return [
    'weft manages volumes on shared NVMe drives.',
    '',
    '  weft COMMAND [options]',
    '',
    'Common commands:',
    ...common.map(({ usage, summary }) => entry(usage.split(' --')[0] ?? usage, summary)),
    '',
    'Nouns (weft NOUN shows their commands):',
    ...wrap(nouns.join(', '), 96),
    '',
    'weft COMMAND --help shows arguments and options. docs/cli.md explains the rest.',
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
