import { expect, test } from 'vitest';
import { panicIn } from './guest-panic.js';

const crashed = `[  150.716328] md/raid1:md120: Operation continuing on 1 devices.
[  156.674222] BUG: kernel NULL pointer dereference, address: 0000000000000008
[  156.678085] RIP: 0010:net_rx_action+0xef/0x420
[  156.682142] Kernel panic - not syncing: Fatal exception in interrupt
`;

test('given a console with a panic, then it is told in one line, with the place', () => {
  expect(panicIn(crashed)).toBe(
    'BUG: kernel NULL pointer dereference, address: 0000000000000008; RIP: 0010:net_rx_action+0xef/0x420; Kernel panic - not syncing: Fatal exception in interrupt',
  );
});

test('given an oops that the kernel survived, or a restart that was asked for, then there is no panic', () => {
  expect(panicIn('[ 1.0] Oops: 0002\n[ 2.0] reboot: Restarting system\n')).toBeUndefined();
});
