import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Retry, retryRows } from '@weft/shared/load/retry';
import { describe, expect, it } from 'vitest';
import { retries, retryAfterMs } from '../client/retries.js';
import { allCommands } from '../commands/all.js';
import { exitCodes } from '../core/failure.js';
import { commandHelp, generalHelp } from '../help/help.js';
import { roff } from '../help/man-page.js';
import { makeTable } from '../table/make-table.js';
import { manPage } from './files.js';

const table = makeTable();
const commands = allCommands(table);
const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

describe('help', () => {
  it('lists every noun, and every option of a command', () => {
    const general = generalHelp(commands);
    for (const noun of Object.keys(table.nouns)) expect(general).toContain(noun);
    for (const command of commands) for (const { name } of command.flags) expect(commandHelp(command)).toContain(`--${name}`);
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
