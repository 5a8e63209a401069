import { expect, test } from 'vitest';
import { parseOptions } from './options.mjs';

test('uses the defaults without options, and leaves the scale to the simulated cluster', () => {
  expect(parseOptions([])).toMatchObject({ help: false, empty: false, port: 4000, mongodbPort: 4017, scale: {} });
});

test('parses the scale as numbers', () => {
  expect(parseOptions(['--targets', '128', '--drives', '24', '--clients=1000']).scale).toEqual({ targets: 128, drives: 24, clients: 1000 });
});

test('expands the home folder in the data folder', () => {
  expect(parseOptions(['--data=~/weft']).data).not.toContain('~');
});

test.each([
  [['--port', '80'], /--port needs a whole number from 1024 to 65535, not "80"/],
  [['--port', '4190'], /--port 4190: browsers.*refuse/],
  [['--port', '4017'], /both 4017/],
  [['--drives', '5'], /even/],
  [['--targets', '1'], /from 2/],
  [['--empty', '--clients', '4'], /--clients applies to the simulated cluster/],
  [['--mongodb-uri', 'localhost'], /mongodb:\/\//],
  [['--fast'], /--fast/],
  [['stop'], /stop/],
])('refuses %j with a message that explains it', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
