import { expect, test } from 'vitest';
import { parseOptions } from './options.mjs';

test('given nothing, then the defaults hold, and the simulated cluster decides its own scale', () => {
  expect(parseOptions([])).toMatchObject({ help: false, empty: false, port: 4000, mongodbPort: 4017, scale: {} });
});

test('given a scale, then it is understood as numbers', () => {
  expect(parseOptions(['--targets', '128', '--drives', '24', '--clients=1000']).scale).toEqual({ targets: 128, drives: 24, clients: 1000 });
});

test('given a data folder under the home folder, then it is found there', () => {
  expect(parseOptions(['--data=~/weft']).data).not.toContain('~');
});

test.each([
  [['--port', '80'], /--port takes a whole number from 1024 to 65535, not "80"/],
  [['--port', '4190'], /--port 4190: browsers.*refuse/],
  [['--port', '4017'], /both 4017/],
  [['--drives', '5'], /even/],
  [['--targets', '1'], /from 2/],
  [['--empty', '--clients', '4'], /--clients is about the simulated cluster/],
  [['--mongodb-uri', 'localhost'], /mongodb:\/\//],
  [['--fast'], /--fast/],
  [['stop'], /stop/],
])('given %j, then the answer says what would be right', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
