import { exitCodes } from '../core/failure.js';
import { globalFlags } from '../run/flags.js';
import type { Runnable } from '../run/run.js';
import type { Flag } from '../table/command.js';
import { examplesOf, flagNotes, flagText } from './help.js';

/** Text for roff (groff_man(7)): a backslash, and a dot or apostrophe at the start of a line, would be requests; a hyphen is typed as \-. */
export const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/gm, '\\&$1');

const option = (flag: Flag): string[] => ['.TP', `.B ${roff(flagText(flag))}`, roff(flagNotes(flag)) || '\\&'];

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['WEFT_SERVER', 'Address of the server, instead of that of the context.'],
  ['WEFT_CONTEXT', 'Name of the context.'],
  ['WEFT_TOKEN', 'API token. It counts before the login of the context.'],
  ['WEFT_CA_FILE', "Certificate of the server's authority (PEM)."],
  ['WEFT_FINGERPRINT', "SHA-256 of the server's authority, where there is no terminal to ask on."],
  ['WEFT_USER, WEFT_PASSWORD_FILE', 'For weft login.'],
  ['WEFT_CLI_CONFIG', 'The file of contexts and logins. Default: ~/.config/weft/config.json, mode 0600.'],
  ['NO_COLOR', 'If set, no colours.'],
];

/** The man page of all commands. */
export function manPageOf(commands: readonly Runnable[], version: string): string {
  const sections = commands.flatMap(({ words, usage, summary, details, flags }) => [
    `.SS "weft ${roff(usage).replaceAll('"', "'")}"`,
    `${roff(summary)}.`,
    ...(details ? ['.PP', roff(details)] : []),
    ...examplesOf(words).flatMap((line) => ['.PP', 'Example:', roff(line)]),
    ...flags.flatMap(option),
  ]);
  return [
    `.TH WEFT 1 "" "weft ${version}" "Weft"`,
    '.SH NAME',
    'weft \\- manage volumes on shared NVMe drives',
    '.SH SYNOPSIS',
    '.B weft',
    '.I COMMAND',
    '[options]',
    '.SH DESCRIPTION',
    'weft calls the API of a Weft server. Data goes to standard output, messages and progress to standard error.',
    'Names stand wherever the API wants ids. Sizes have units (2TiB), durations too (10m).',
    '.SH OPTIONS',
    ...globalFlags.flatMap(option),
    '.SH COMMANDS',
    ...sections,
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, text]) => ['.TP', `.B ${roff(name)}`, roff(text)]),
    '.SH "EXIT STATUS"',
    ...Object.values(exitCodes).flatMap(({ code, meaning }) => ['.TP', `.B ${code}`, roff(meaning)]),
    '',
  ].join('\n');
}
