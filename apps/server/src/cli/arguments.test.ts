import { describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.js';

const parse = (...args: string[]) => parseArguments(args, '1.2.3');

describe('command line', () => {
  test('given a command and flags, then they are read', () => {
    expect(parse('run', '--config', 'weft.json', '--insecure-http')).toEqual({
      command: 'run',
      config: 'weft.json',
      insecureHttp: true,
      name: 'admin',
      passwordFile: undefined,
    });
  });
  test('given --version or --help, then that is printed', () => {
    expect(parse('--version')).toEqual({ print: '1.2.3' });
    expect(parse('run', '--help')).toMatchObject({ print: expect.stringContaining('reset-admin') });
  });
  test.each([[['serve']], [[]], [['run', 'now']], [['run', '--prot', '1']]])('given %j, then it says what there is', (args) => {
    expect(() => parse(...args)).toThrow(/weft-server run/);
  });
});
