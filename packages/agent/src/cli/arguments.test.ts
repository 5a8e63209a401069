import { expect, test } from 'vitest';
import { parseArguments } from './arguments.js';

test.each([
  [['enrol'], 'there is no command "enrol"'],
  [[], 'name a command'],
  [['run', 'now'], 'unexpected "now"'],
  [['run', '--token', 'x'], '"run" has no option --token'],
  [['plan', '--verbose'], "'--verbose'"],
])('rejects %j with an explanation', (argv, message) => {
  expect(() => parseArguments(argv)).toThrow(message);
});

test('accepts global options before and after the command', () => {
  expect(parseArguments(['--state-dir', '/s', 'status', '--json'])).toMatchObject({
    command: 'status',
    stateDir: '/s',
    json: true,
    configPath: '/etc/weft/agent.json',
  });
  expect(parseArguments(['uninstall', '--check', '--config', '/c'])).toMatchObject({ command: 'uninstall', check: true, configPath: '/c' });
  expect(parseArguments(['--version']).command).toBe('version');
});
