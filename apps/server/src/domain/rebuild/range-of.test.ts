import { expect, test } from 'vitest';
import { rangeOf } from './range-of.js';

test.for([
  ['10.0.0.9', 24, '10.0.0.0/24'],
  ['10.0.3.200', 22, '10.0.0.0/22'],
  ['192.168.1.130', 25, '192.168.1.128/25'],
  ['10.1.2.3', 32, '10.1.2.3/32'],
  ['fd00:1::17', 64, 'fd00:1:0:0:0:0:0:0/64'],
  ['2001:db8:0:0:1:2:3:4', 48, '2001:db8:0:0:0:0:0:0/48'],
  ['::ffff:192.0.2.1', 120, '0:0:0:0:0:ffff:c000:200/120'],
] as const)('%s/%i lies in %s', ([address, prefix, range]) => {
  expect(rangeOf(address, prefix)).toBe(range);
});
