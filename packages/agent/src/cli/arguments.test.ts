import { expect, test } from 'vitest';
import { parseArguments } from './arguments.js';

test.each([
  [['enrol'], 'there is no command "enrol"'],
  [[], 'name a command'],
  [['run', 'now'], '"now" is not understood'],
  [['run', '--token', 'x'], '--token does not belong to "run"'],
  [['plan', '--verbose'], "'--verbose'"],
])('given %j / when it is read / then it is refused in words', (argv, message) => {
  expect(() => parseArguments(argv)).toThrow(message);
});

test('given global options / when they come before or after the command / then both are understood', () => {
  expect(parseArguments(['--state-dir', '/s', 'status', '--json'])).toMatchObject({
    command: 'status',
    stateDir: '/s',
    json: true,
    configPath: '/etc/weft/agent.json',
  });
  expect(parseArguments(['uninstall', '--check', '--config', '/c'])).toMatchObject({ command: 'uninstall', check: true, configPath: '/c' });
  expect(parseArguments(['--version']).command).toBe('version');
});
