import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { READER_PROGRAM } from './dm-reader.js';

/**
 * Replaces ioctl(2): checks the request as the kernel does (drivers/md/dm-ioctl.c: version, sizes, a message that ends), and answers likewise.
 * It cannot show that the kernel agrees: the lab's contract does.
 */
const KERNEL = `
BEGIN { *CORE::GLOBAL::ioctl = sub (*$$) {
  my ($major, $size, $start) = unpack('Lx8LL', $_[2]);
  my ($name) = unpack('x48Z128', $_[2]);
  my ($sector, $message) = unpack('x' . $start . 'QZ*', $_[2]);
  if ($_[1] != 0xC138FD0E || $major != 4 || $size != length $_[2] || $start != 312 || $sector != 0) { $! = 22; return undef }
  if ($name eq 'gone') { $! = 6; return undef }
  my $answer = $message eq '@stats_list weft' ? "$name has one\\n" : $message eq 'long' ? 'x' x 40000 : '';
  if (length($answer) + $start + 1 > $size) { substr($_[2], 28, 4) = pack('L', 0x100); return '0 but true' }
  if ($answer ne '') { substr($_[2], 28, 4) = pack('L', 0x10000); substr($_[2], $start, length($answer) + 1) = "$answer\\0" }
  return '0 but true';
} }
`;

test('sends each message to its device, and returns complete answers and errors in order', () => {
  const messages = [
    ['weft-1', '@stats_list weft'],
    ['gone', '@stats_list weft'],
    ['weft-2', '@stats_delete 0'],
    ['weft-2', 'long'],
    [`weft--${'a'.repeat(100)}`, '@stats_list weft'],
  ];
  const input = messages.map((message) => `${message.join('\t')}\n`).join('');
  const { stdout, stderr } = spawnSync('perl', ['-e', KERNEL + READER_PROGRAM, '/dev/null'], {
    input,
    encoding: 'latin1',
    env: { LC_ALL: 'C' },
  });
  expect(stderr).toBe('');
  const name = `weft--${'a'.repeat(100)} has one\n`;
  expect(stdout).toBe(`+15\nweft-1 has one\n-No such device or address\n+0\n+40000\n${'x'.repeat(40_000)}+${name.length}\n${name}`);
});

test('exits with an error that names the missing control device', () => {
  const { status, stderr } = spawnSync('perl', ['-e', READER_PROGRAM, '/nowhere/control'], { input: 'a\tb\n', encoding: 'latin1' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('/nowhere/control');
});
