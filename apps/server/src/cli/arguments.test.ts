import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.js';

const parse = (...args: string[]) => parseArguments(args, '1.2.3');

describe('parseArguments', () => {
  test('reads a command and its flags', () => {
    expect(parse('run', '--config', 'weft.json', '--insecure-http')).toEqual({
      command: 'run',
      config: 'weft.json',
      insecureHttp: true,
      name: 'admin',
      passwordFile: undefined,
    });
  });
  test('reads the file of a command that needs one, and refuses none or two', () => {
    expect(parse('restore', 'a.weftbackup')).toMatchObject({ command: 'restore', file: 'a.weftbackup' });
    expect(parse('verify-backup', 'a.weftbackup')).toMatchObject({ command: 'verify-backup', file: 'a.weftbackup' });
    for (const args of [['restore'], ['restore', 'a', 'b'], ['verify-backup']])
      expect(() => parse(...args)).toThrow(/Name one backup file/);
    expect(parse('support-bundle', 'a.tar.gz')).toMatchObject({ command: 'support-bundle', file: 'a.tar.gz' });
    expect(() => parse('support-bundle')).toThrow(/Name one file/);
    expect(() => parse('backup', 'a')).toThrow(/no command "backup a"/);
  });
  test('takes --json with the commands that find something, and --repair with check alone', () => {
    for (const command of ['check', 'audit verify', 'mongodb check', 'preflight-upgrade'])
      expect(parse(...command.split(' '), '--json')).toMatchObject({ command, json: true });
    expect(() => parse('config', '--json')).toThrow(/--json is an option of check, audit verify, mongodb check, preflight-upgrade only/);
    expect(parse('check', '--repair')).toMatchObject({ command: 'check', repair: true });
    for (const args of [
      ['migrate', '--repair'],
      ['check', '--repair', '--json'],
    ])
      expect(() => parse(...args)).toThrow(/--repair is an option of check only, and not with --json/);
  });
  test('takes the head of audit verify, and with no other command', () => {
    expect(parse('audit', 'verify', '--head', '4:ab')).toMatchObject({ command: 'audit verify', head: '4:ab' });
    expect(() => parse('check', '--head', '4:ab')).toThrow('--head is an option of audit verify only.');
    expect(() => parse('audit')).toThrow('There is no command "audit "');
  });
  test('takes the folder and the volume of adopt, and its options with no other command', () => {
    expect(parse('adopt', 'nodes', '--volume', 'orders', '--dry-run')).toMatchObject({
      ...{ command: 'adopt', file: 'nodes', volume: 'orders', dryRun: true },
    });
    expect(() => parse('adopt', 'nodes')).toThrow('adopt, and no other command, takes --volume NAME.');
    expect(() => parse('rebuild', 'nodes', '--volume', 'orders')).toThrow('adopt, and no other command, takes --volume NAME.');
    expect(() => parse('adopt', '--volume', 'orders')).toThrow('Name one folder: weft-server adopt FOLDER');
    expect(() => parse('adopt', 'nodes', '--volume', 'orders', '--accept-missing')).toThrow(
      '--accept-missing is an option of rebuild only.',
    );
    expect(() => parse('check', '--dry-run')).toThrow('--dry-run is an option of rebuild and adopt only.');
  });

  test('reads the options of mongodb init', () => {
    expect(parse('mongodb', 'init', '--members', 't1,t2,t3', '--out', 'new')).toMatchObject({
      ...{ command: 'mongodb init', members: 't1,t2,t3', out: 'new' },
    });
  });
  test('prints the version or the help on request', () => {
    expect(parse('--version')).toEqual({ print: '1.2.3' });
    expect(parse('run', '--help')).toMatchObject({ print: expect.stringContaining('reset-admin') });
  });
  test.each([[['serve']], [['mongodb']], [['mongodb', 'check', 'now']], [[]], [['run', 'now']], [['run', '--prot', '1']]])(
    'rejects %j and shows the usage',
    (args) => {
      expect(() => parse(...args)).toThrow(/weft-server run/);
    },
  );
});
