/*
 * A process that stays for a while and does what would otherwise take a process each time: it opens a device, writes an attribute, and asks dm. On a busy or
 * emulated CPU a start costs 60 to 100 ms, and a client waits for each. Perl is on every Debian (perl-base is Essential); Node cannot call ioctl(2), and an
 * open or a write that blocks in the kernel would occupy one of its few file-system threads.
 *
 * It reads a request per line, words separated by tabs, and answers "+<bytes>\n<text>" or "-<bytes>\n<error>". It ends with its standard input, so it never
 * outlives the agent, and neither does what it has open.
 *
 * A resume reports its event as dmsetup does without synchronisation: with the flags DM_UDEV_DISABLE_LIBRARY_FALLBACK and DM_UDEV_PRIMARY_SOURCE_FLAG
 * (libdevmapper.h), 0x60 in the upper half.
 *
 * struct dm_ioctl, dm_target_spec, dm_name_list, commands and flags: include/uapi/linux/dm-ioctl.h, version 4.0.0 and later.
 */
export const HELPER_PROGRAM = `
use strict;
$| = 1;
my ($dm, $held);
sub answer { print $_[0], length($_[1]), "\\n", $_[1] }
sub ask_dm {
  my ($command, $flags, $name, $data, $event) = @_;
  $dm or open($dm, '+<', $ARGV[0]) or return;
  my $size = 16384;
  while (1) {
    my $buffer = pack('L6lL3Qa128a129a7', 4, 0, 0, $size, 312, 0, 0, $flags, $event // 0, 0, 0, $name, '', '') . $data;
    $buffer .= "\\0" x ($size - length $buffer);
    defined ioctl($dm, 0xC138FD00 | $command, $buffer) or return;
    my ($start, $count, $got) = unpack('x16LLx4L', $buffer);
    if (!($got & 0x100)) { return ($buffer, $start, $count, $got) }
    if ($size >= 1048576) { $! = 7; return }
    $size *= 4;
  }
}
sub table {
  my ($buffer, $start, $count) = ask_dm(0x0C, 0x10, $_[0], '') or return;
  my ($text, $at) = ('', $start);
  for (1 .. $count) {
    my ($from, $length, $next, $type) = unpack("x\${at}QQx4LZ16", $buffer);
    my $parameters = unpack('x' . ($at + 40) . 'Z*', $buffer);
    $text .= "$from $length $type $parameters\\n";
    $at = $start + $next;
  }
  return $text;
}
sub mappings {
  my ($buffer, $at) = ask_dm(0x02, 0, '', '') or return;
  my $text = '';
  while (1) {
    my ($number, $next, $name) = unpack("x\${at}QLZ*", $buffer);
    last if $number == 0;
    my ($status) = ask_dm(0x07, 0, $name, '');
    $text .= $name . ' ' . unpack('x176Z129', $status) . "\\n" if defined $status;
    last if $next == 0;
    $at += $next;
  }
  return $text;
}
sub message {
  my ($buffer, $start, $count, $got) = ask_dm(0x0E, 0, $_[0], pack('Q', 0) . $_[1] . "\\0") or return;
  return $got & 0x10000 ? unpack("x\${start}Z*", $buffer) : '';
}
sub suspend { for (@_) { my @done = ask_dm(0x06, 2, $_, '') or return } return '' }
sub resume { for (@_) { my @done = ask_dm(0x06, 0, $_, '', 0x600000) or return } return '' }
sub snapshot {
  my ($device, $pool, $text) = @_;
  suspend($device) // return;
  my $made = message($pool, $text);
  my $error = $!;
  resume($device) // return;
  return $made if defined $made;
  $! = $error;
  return;
}
sub write_file {
  sysopen(my $file, $_[0], 1) or return;
  my $value = pack('H*', $_[1]);
  my $written = syswrite($file, $value);
  defined $written or return;
  if ($written != length $value) { $! = 5; return }
  close($file) or return;
  return '';
}
sub open_device { sysopen($held, $_[0], 0) or return; return fileno($held) }
sub close_device { close($held); return '' }
my %acts = (
  table => \\&table, mappings => \\&mappings, message => \\&message, suspend => \\&suspend, resume => \\&resume, snapshot => \\&snapshot,
  write => \\&write_file, open => \\&open_device, close => \\&close_device,
);
answer('+', 'ready');
while (my $line = <STDIN>) {
  chomp $line;
  my ($act, @words) = split /\\t/, $line;
  my $text = $acts{$act}->(@words);
  defined $text ? answer('+', $text) : answer('-', "$!");
}
`;
