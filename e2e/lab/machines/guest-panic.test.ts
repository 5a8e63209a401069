import { expect, test } from 'vitest';
import { panicIn } from './guest-panic.js';

const crashed = `[  150.716328] md/raid1:md120: Operation continuing on 1 devices.
[  156.674222] BUG: kernel NULL pointer dereference, address: 0000000000000008
[  156.678085] RIP: 0010:net_rx_action+0xef/0x420
[  156.682142] Kernel panic - not syncing: Fatal exception in interrupt
`;

test('returns a panic in one line, with its place', () => {
  expect(panicIn(crashed)).toBe(
    'BUG: kernel NULL pointer dereference, address: 0000000000000008; RIP: 0010:net_rx_action+0xef/0x420; Kernel panic - not syncing: Fatal exception in interrupt',
  );
});

test('returns nothing for a survived oops or a requested restart', () => {
  expect(panicIn('[ 1.0] Oops: 0002\n[ 2.0] reboot: Restarting system\n')).toBeUndefined();
});
