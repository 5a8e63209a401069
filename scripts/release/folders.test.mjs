import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tarOptions } from './bundle.mjs';
import { checksums, SUMS, summed } from './checksums.mjs';
import { plainModes } from './deb.mjs';
import { prepareOutput } from './make.mjs';
import { commitOf, copySources } from './source.mjs';

let folder;
const at = (...names) => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-release-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('checksums', () => {
  it('are those that sha256sum accepts, in order of names, without their own file', () => {
    for (const name of ['b', 'a', SUMS]) writeFileSync(at(name), name);
    const sums = checksums(folder);
    expect(summed(sums)).toEqual(['a', 'b']);
    writeFileSync(at(SUMS), sums);
    expect(execFileSync('sha256sum', ['--check', SUMS], { cwd: folder, encoding: 'utf8' })).toBe('a: OK\nb: OK\n');
  });
});

describe('prepareOutput', () => {
  it('removes the files of an earlier release', () => {
    writeFileSync(at('a'), 'a');
    writeFileSync(at(SUMS), checksums(folder));
    prepareOutput(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes nothing when the folder holds any other file', () => {
    writeFileSync(at('a'), 'a');
    writeFileSync(at(SUMS), checksums(folder));
    writeFileSync(at('mine'), '');
    expect(() => prepareOutput(folder)).toThrow('mine');
    expect(readdirSync(folder)).toEqual([SUMS, 'a', 'mine']);
  });
});

describe('packed folders', () => {
  const pack = () => execFileSync('tar', ['-c', ...tarOptions(1_795_654_780), '-C', folder, '.'], { encoding: 'base64' });

  it('have the same bytes whatever umask, times and order their files were written with', () => {
    for (const [name, mode] of [
      ['a', 0o600],
      ['b', 0o700],
    ])
      writeFileSync(at(name), name, { mode });
    plainModes(folder);
    const first = pack();
    for (const name of ['a', 'b']) rmSync(at(name));
    writeFileSync(at('b'), 'b', { mode: 0o777 });
    writeFileSync(at('a'), 'a', { mode: 0o664 });
    utimesSync(at('a'), 1, 1);
    chmodSync(folder, 0o700);
    plainModes(folder);
    expect(pack()).toBe(first);
    expect(['.', 'a', 'b'].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o755, 0o644, 0o755]);
  });
});

describe('sources', () => {
  const git = (...args) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], { cwd: at('tree') });
  beforeEach(() => {
    mkdirSync(at('tree'));
    git('init', '--quiet');
    writeFileSync(at('tree/.gitignore'), 'dist\n');
    writeFileSync(at('tree/kept'), 'kept');
    git('add', '.');
    git('commit', '--quiet', '--date=@1795654780', '-m', 'First');
  });

  it('are refused with changes and with new files, which the message names', () => {
    writeFileSync(at('tree/kept'), 'changed');
    writeFileSync(at('tree/new'), '');
    expect(() => commitOf(at('tree'))).toThrow(/ M kept\n\?\? new/);
    expect(commitOf(at('tree'), { dirty: true }).commit).toMatch(/^[0-9a-f]{40}$/);
  });

  it('are the files that git lists, without build output and folders of tools', () => {
    mkdirSync(at('tree/dist'));
    writeFileSync(at('tree/dist/built'), '');
    expect(commitOf(at('tree')).epoch).toBeGreaterThan(1_700_000_000);
    copySources(at('tree'), at('copy'));
    expect(readdirSync(at('copy')).sort()).toEqual(['.gitignore', 'kept']);
    expect(readFileSync(at('copy/kept'), 'utf8')).toBe('kept');
  });
});
