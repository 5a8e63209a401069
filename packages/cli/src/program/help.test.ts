import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type Retry, retryRows } from '@weft/shared/load/retry';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '../arguments/parse.js';
import { flagValue } from '../arguments/value.js';
import { retries, retryAfterMs } from '../client/retries.js';
import { allCommands } from '../commands/all.js';
import { exitCodes } from '../core/failure.js';
import { EXAMPLES } from '../help/examples.js';
import { commandHelp, generalHelp } from '../help/help.js';
import { roff } from '../help/man-page.js';
import { findCommand } from '../run/find.js';
import { globalFlags } from '../run/flags.js';
import { makeTable } from '../table/make-table.js';
import { manPage } from './files.js';

const table = makeTable();
const ID = '0c6ad1a6-35c2-4d6f-9a3e-0f4d6f4f8f11';
const commands = allCommands(table);
const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

describe('help', () => {
  it('lists every noun, and every option of a command', () => {
    const general = generalHelp(commands);
    for (const noun of Object.keys(table.nouns)) expect(general).toContain(noun);
    for (const command of commands)
      for (const { name } of command.flags) expect(commandHelp(command)).toMatch(new RegExp(`--(\\[no-\\])?${name}\\b`));
    for (const { words, summary } of commands.filter((each) => each.words.length === 1)) expect(general, words[0]).toContain(summary);
  });
});

describe('options in the help', () => {
  const helpOf = (...words: string[]) => commandHelp(commands.find((each) => each.words.join(' ') === words.join(' ')) ?? expect.fail());

  it('writes defaults with the unit that the option takes, and how a switch is turned off', () => {
    expect(helpOf('volume', 'create')).toMatch(/--stripe-size SIZE .*Default: 64KiB\./);
    expect(helpOf('volume', 'create')).toMatch(/--rebuild-delay DURATION .*Default: 10m\./);
    expect(helpOf('enrollment-token', 'create')).toContain('Default: 1d.');
    expect(helpOf('drill', 'create')).toMatch(/--\[no-\]load .*Default: true\./);
    expect(helpOf('attach')).toMatch(/--force .*/);
    expect(helpOf('attach')).not.toContain('Default: false');
  });

  it('offers no option without an effect', () => {
    expect(helpOf('job', 'cancel')).not.toContain('--file');
    expect(helpOf('drive', 'wipe')).toContain('--file');
    expect(helpOf('audit', 'list')).not.toContain('--selector');
    expect(helpOf('volume', 'list')).toContain('--selector');
    expect(helpOf('volume', 'list')).not.toContain('Default: 50');
    expect(helpOf('job', 'wait')).not.toContain('With --wait');
    expect(helpOf('benchmark', 'output')).toContain('weft benchmark output BENCHMARK ORDER-ID');
    expect(generalHelp(commands)).not.toMatch(/job, login, moment/);
  });
});

describe('examples in the help', () => {
  /** Words of a command line as a shell splits it: blanks, and single quotes around a word. */
  const split = (line: string): string[] => [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
  const lines = Object.entries(EXAMPLES).flatMap(([key, examples]) => examples.map((line) => [key, line] as const));

  it.each(lines)('of %s is a command line of it that the API accepts: %s', (key, line) => {
    const { command, rest } = findCommand(commands, split(line));
    expect(command?.words.join(' ')).toBe(key);
    if (!command || command.isPrefix) return;
    const { options } = parseOptions([...command.flags, ...globalFlags], rest);
    const own = table.commands.find(({ words }) => words.join(' ') === key);
    if (!own) return;
    const body = Object.fromEntries(
      own.flags.flatMap((flag): [string, unknown][] => {
        const texts = options[flag.name];
        if (texts === undefined) return flag.required && flag.in === 'body' ? expect.fail(`--${flag.name} is missing`) : [];
        const value = flagValue(flag, texts, () => '', 0, own.method === 'PATCH' ? {} : undefined);
        return flag.in === 'body' ? [[flag.field, flag.reference ? (flag.list ? [ID] : ID) : value]] : [];
      }),
    );
    const named = own.positionals.filter((each) => each.in === 'body').map(({ field }) => [field, 'name']);
    const endpoint = Object.values(endpoints as Record<string, Endpoint>).find(({ id }) => id === own.id);
    if (endpoint?.body) expect(endpoint.body.safeParse({ ...body, ...Object.fromEntries(named) })).toMatchObject({ success: true });
  });
});

describe('man page', () => {
  const text = manPage(table);

  it('has a section for each command and each exit code', () => {
    for (const { words } of commands) expect(text).toContain(`.SS "weft ${roff(words.join(' '))}`);
    for (const { code } of Object.values(exitCodes)) expect(text).toContain(`.B ${code}\n`);
  });

  it('has only requests that groff_man(7) knows, and no text that roff would take for one', () => {
    const requests = text.split('\n').filter((line) => /^['.]/.test(line));
    expect(requests.filter((line) => !/^\.(TH|SH|SS|PP|TP|B|I)( |$)/.test(line))).toEqual([]);
    expect(text).not.toMatch(/\\(?![e&-])/);
    expect(roff(".x\n'y \\ a-b")).toBe("\\&.x\n\\&'y \\e a\\-b");
  });

  it.runIf(existsSync('/usr/bin/groff'))('gives groff no reason for a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'weft-man-'));
    try {
      writeFileSync(join(folder, 'weft.1'), text);
      const output = execFileSync('sh', ['-c', 'groff -man -Kutf8 -Tutf8 -wall -z weft.1 2>&1'], { cwd: folder, encoding: 'utf8' });
      expect(output).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('documents', () => {
  it('lists exactly the exit codes in docs/cli.md', () => {
    const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
    const [, section = ''] = page('cli.md').split('## Exit codes');
    expect((section.split('## ')[0] ?? '').split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows);
  });

  it('lists exactly the retries of the command line in docs/decisions/retries.md', () => {
    const [, listed = ''] = page('decisions/retries.md').split('## The command line');
    const rows = (listed.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| retries |'));
    expect(rows).toEqual(retryRows(retries as Record<string, Retry>));
  });
});

describe('retryAfterMs', () => {
  it('repeats what the server refused for a moment, if a repetition has no further effect', () => {
    expect(retryAfterMs(503, '2', true)).toBe(2000);
    expect(retryAfterMs(429, '0', false)).toBe(1000);
    expect(retryAfterMs(503, '2', false)).toBeUndefined();
    expect(retryAfterMs(503, undefined, true)).toBeUndefined();
    expect(retryAfterMs(429, '600', true)).toBeUndefined();
    expect(retryAfterMs(500, '1', true)).toBeUndefined();
  });
});
