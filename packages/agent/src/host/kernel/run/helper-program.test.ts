import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HELPER_PROGRAM } from './helper-program.js';

/**
 * Replaces ioctl(2): checks the request as the kernel does (drivers/md/dm-ioctl.c: version, sizes, a message that ends), and answers likewise.
 * It cannot show that the kernel agrees: the lab's contract does.
 */
const KERNEL = `
BEGIN { *CORE::GLOBAL::ioctl = sub (*$$) {
  my ($major, $size, $start) = unpack('Lx8LL', $_[2]);
  my ($flags) = unpack('x28L', $_[2]);
  my ($name) = unpack('x48Z128', $_[2]);
  if ($major != 4 || $size != length $_[2] || $start != 312) { $! = 22; return undef }
  my $give = sub {
    my ($answer, $count) = @_;
    if (length($answer) + $start > $size) { substr($_[2], 28, 4) = pack('L', 0x100); return '0 but true' }
    return '0 but true';
  };
  if ($_[1] == 0xC138FD02) {
    my $first = pack('QLZ*', 64768, 24, 'weft-1'); $first .= "\\0" x (24 - length $first);
    substr($_[2], $start, 24 + 12 + 5) = $first . pack('QLZ*', 64769, 0, 'half');
    return '0 but true';
  }
  if ($name eq 'gone') { $! = 6; return undef }
  if ($_[1] == 0xC138FD06) {
    my ($event) = unpack('x32L', $_[2]);
    print STDERR $flags & 2 ? "suspend $name\n" : sprintf("resume %s %x\n", $name, $event);
    return '0 but true';
  }
  if ($_[1] == 0xC138FD07) { substr($_[2], 176, 129) = pack('a129', $name eq 'half' ? '' : "uuid-$name"); return '0 but true' }
  if ($_[1] == 0xC138FD0C && $flags == 0x10) {
    if ($name eq 'long' && $size < 30000) { substr($_[2], 28, 4) = pack('L', 0x100); return '0 but true' }
    my @lines = $name eq 'half' ? () : ([0, 16, 'linear', '8:16 0'], [16, 32, 'linear', $name eq 'long' ? 'x' x 20000 : '8:32 64']);
    my ($text, $next) = ('', 0);
    for (@lines) { my $parameters = "$_->[3]\\0"; $parameters .= "\\0" while (40 + length $parameters) % 8; $next += 40 + length $parameters;
      $text .= pack('QQlLa16', $_->[0], $_->[1], 0, $next, $_->[2]) . $parameters }
    substr($_[2], $start, length $text) = $text; substr($_[2], 20, 4) = pack('L', scalar @lines);
    return '0 but true';
  }
  if ($_[1] == 0xC138FD0E) {
    my ($sector, $message) = unpack("x\${start}QZ*", $_[2]);
    if ($message =~ /^create_snap (\\d)/) { print STDERR "$message\n"; if ($1 == 2) { $! = 17; return undef } }
    if ($message eq '@stats_list weft') { substr($_[2], 28, 4) = pack('L', 0x10000); substr($_[2], $start, 9) = "$name 1\\n\\0"; }
    return '0 but true';
  }
  $! = 25; return undef;
} }
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-helper-'));
});
afterEach(() => rm(folder, { recursive: true }));

function answers(requests: string[][], program = KERNEL + HELPER_PROGRAM, changes = ''): string[] {
  const { stdout, stderr } = spawnSync('perl', ['-e', program, '/dev/null', join(folder, 'group')], {
    input: requests.map((words) => `${words.join('\t')}\n`).join(''),
    encoding: 'latin1',
    env: { LC_ALL: 'C' },
  });
  expect(stderr).toBe(changes);
  const found: string[] = [];
  for (let rest = stdout; rest !== ''; ) {
    const end = rest.indexOf('\n');
    const next = end + 1 + Number(rest.slice(1, end));
    found.push(rest[0] + rest.slice(end + 1, next));
    rest = rest.slice(next);
  }
  return found;
}

describe('the helper program', () => {
  it('prints tables as dmsetup does, also long ones and of mappings without a table', () => {
    expect(
      answers([
        ['table', 'weft-1'],
        ['table', 'half'],
        ['table', 'gone'],
        ['table', 'long'],
      ]),
    ).toEqual([
      '+ready',
      '+0 16 linear 8:16 0\n16 32 linear 8:32 64\n',
      '+',
      '-No such device or address',
      `+0 16 linear 8:16 0\n16 32 linear ${'x'.repeat(20_000)}\n`,
    ]);
  });

  it('lists names with their UUIDs, and sends messages', () => {
    expect(answers([['mappings'], ['message', 'weft-1', '@stats_list weft'], ['message', 'weft-1', '@stats_delete 0']])).toEqual([
      '+ready',
      '+weft-1 uuid-weft-1\nhalf \n',
      '+weft-1 1\n',
      '+',
    ]);
  });

  it('suspends, copies and resumes in one request, and resumes also after an error', () => {
    const requests = [
      ['suspend', 'a', 'b'],
      ['resume', 'a', 'b'],
      ['snapshot', 'o', 'pool', 'create_snap 1 0'],
      ['snapshot', 'o', 'pool', 'create_snap 2 0'],
      ['snapshot', 'gone', 'pool', 'create_snap 3 0'],
    ];
    const around = (message: string) => ['suspend o', message, 'resume o 600000'];
    const changes = [
      'suspend a',
      'suspend b',
      'resume a 600000',
      'resume b 600000',
      ...around('create_snap 1 0'),
      ...around('create_snap 2 0'),
    ];
    expect(answers(requests, KERNEL + HELPER_PROGRAM, `${changes.join('\n')}\n`)).toEqual([
      '+ready',
      '+',
      '+',
      '+',
      '-File exists',
      '-No such device or address',
    ]);
  });

  it('forks a process that leaves the group and resumes devices after a time, while its file is there', async () => {
    const [held, released] = [join(folder, 'run', 'holds', 'held'), join(folder, 'run', 'holds', 'released')];
    await writeFile(join(folder, 'group'), '');
    expect(answers([['watch', held, '0', 'a', 'gone', 'b']], KERNEL + HELPER_PROGRAM, 'resume a 600000\nresume b 600000\n')).toEqual([
      '+ready',
      '+',
    ]);
    expect(await readFile(join(folder, 'group'), 'utf8')).toBe('0');
    await expect(readFile(held)).rejects.toThrow('ENOENT');

    const started = spawn('perl', ['-e', KERNEL + HELPER_PROGRAM, '/dev/null', join(folder, 'group')], { stdio: ['pipe', 'pipe', 'pipe'] });
    const said: string[] = [];
    started.stderr.on('data', (text: Buffer) => said.push(String(text)));
    const ended = once(started, 'close');
    started.stdin.write(`watch\t${released}\t1\ta\n`);
    await vi.waitFor(() => expect(readFile(released, 'utf8')).resolves.toContain('1 a'));
    // The hold was released, so nothing is resumed. The helper was killed before.
    started.kill('SIGKILL');
    await rm(released);
    await ended;
    expect(said).toEqual([]);
  });

  it('starts nothing where it may not leave the group', async () => {
    await mkdir(join(folder, 'group'));
    expect(answers([['watch', join(folder, 'held'), '0', 'a']])).toEqual(['+ready', '-Is a directory']);
  });

  it('writes a value whole, and reports the error of the kernel', async () => {
    const path = join(folder, 'attribute');
    await writeFile(path, '');
    const hex = Buffer.from('a,b=1').toString('hex');
    expect(
      answers(
        [
          ['write', path, hex],
          ['write', join(folder, 'none'), hex],
          ['write', '/dev/full', hex],
        ],
        HELPER_PROGRAM,
      ),
    ).toEqual(['+ready', '+', '-No such file or directory', '-No space left on device']);
    expect(await readFile(path, 'utf8')).toBe('a,b=1');
  });

  it('opens one device at a time, and closes it', () => {
    const [, opened, closed, failed] = answers([['open', '/dev/null'], ['close'], ['open', '/dev/weft-none']], HELPER_PROGRAM);
    expect(Number(opened?.slice(1))).toBeGreaterThan(2);
    expect([closed, failed]).toEqual(['+', '-No such file or directory']);
  });
});
