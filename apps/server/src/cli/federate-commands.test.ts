import { WEFT_VERSION } from '@weft/shared/version';
import { describe, expect, it } from 'vitest';
import { readerOf } from '../federation/config/readers.js';
import { parseArguments } from './arguments.js';
import { federateCommand, federateTokenCommand } from './federate-commands.js';

const parse = (...words: string[]) => {
  const args = parseArguments(words, WEFT_VERSION);
  if ('print' in args) throw new Error('no command');
  return args;
};

describe('weft-server federate-token', () => {
  it('prints a token that its entry for the file of readers admits', () => {
    const lines: string[] = [];
    expect(federateTokenCommand(parse('federate-token', '--name', 'wall', '--days', '2'), (line) => lines.push(line))).toBe(0);
    const token = lines[0]?.split(': ')[1] ?? '';
    const entry = JSON.parse(lines[1]?.slice(lines[1].indexOf('{')) ?? '');
    expect(readerOf([entry], token, new Date())?.name).toBe('wall');
    expect(readerOf([entry], token, new Date(Date.now() + 2 * 86_400_000 + 1000))).toBeUndefined();
    expect(lines[1]).not.toContain(token);
  });

  it('writes the only zones that the reader sees into its entry', () => {
    const lines: string[] = [];
    federateTokenCommand(parse('federate-token', '--name', 'wall', '--zones', 'ams,fra'), (line) => lines.push(line));
    expect(JSON.parse(lines[1]?.slice(lines[1].indexOf('{')) ?? '')).toMatchObject({ name: 'wall', zones: ['ams', 'fra'] });
    expect(() => parse('federate-token', '--name', 'wall', '--zones', 'ams, Fra')).toThrow('--zones takes names of zones');
    expect(() => parse('federate', '--zones', 'ams')).toThrow('--zones is an option of federate-token only');
  });

  it('refuses a missing name and a wrong number of days, and its options to other commands', () => {
    expect(() => parse('federate-token')).toThrow('federate-token takes --name NAME');
    expect(() => parse('federate-token', '--name', 'Wall')).toThrow('federate-token takes --name NAME');
    for (const days of ['0', '3651', 'ten'])
      expect(() => parse('federate-token', '--name', 'wall', '--days', days)).toThrow('--days takes');
    expect(() => parse('federate', '--days', '3')).toThrow('--days is an option of federate-token only');
  });
});

it('refuses to federate without a configuration that it can use', async () => {
  await expect(federateCommand(parse('federate'))).rejects.toThrow('federate needs --config FILE');
  await expect(federateCommand(parse('federate', '--config', '/does/not/exist.json'))).rejects.toThrow('cannot be used');
});
