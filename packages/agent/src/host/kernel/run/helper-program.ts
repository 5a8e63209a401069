/** Processes that are in no group of the hierarchy of version 2 (Documentation/admin-guide/cgroup-v2.rst). */
export const ROOT_GROUP = '/sys/fs/cgroup/cgroup.procs';

/*
 * A process that stays for a while and does what would otherwise take a process each time: it opens a device, writes an attribute, and asks dm. On a busy or
 * emulated CPU a start costs 60 to 100 ms, and a client waits for each. Perl is on every Debian (perl-base is Essential); Node cannot call ioctl(2), and an
 * open or a write that blocks in the kernel would occupy one of its few file-system threads.
 *
 * It reads a request per line, words separated by tabs, and answers "+<bytes>\n<text>" or "-<bytes>\n<error>". It ends with its standard input, so it never
 * outlives the agent, and neither does what it has open.
 *
 * A watch resumes devices after some seconds, unless its file is gone. The guard does that: a fork outside of the agent's control group, which outlives the
 * agent and this process. Where there are no groups and no systemd there is none to leave. A fork that changes its group takes time, so a guard can be had
 * before it is needed.
 *
 * A resume reports its event as dmsetup does without synchronisation: with the flags DM_UDEV_DISABLE_LIBRARY_FALLBACK and DM_UDEV_PRIMARY_SOURCE_FLAG
 * (libdevmapper.h), 0x60 in the upper half.
 *
 * struct dm_ioctl, dm_target_spec, dm_name_list, commands and flags: include/uapi/linux/dm-ioctl.h, version 4.0.0 and later.
 */
export const HELPER_PROGRAM = `
use strict;
$| = 1;
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';
my ($dm, $held, $guard);
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
sub uptime { open(my $clock, '<', '/proc/uptime') or return 0; return (split ' ', <$clock>)[0] }
sub guard {
  return '' if $guard;
  pipe(my $orders, my $order) or return;
  pipe(my $answers, my $answer) or return;
  my $child = fork() // return;
  if (!$child) { close $order; close $answers; watch_over($orders, $answer); exit 0 }
  close $orders;
  close $answer;
  my $error = <$answers> // 32;
  if ($error != 0) { $! = $error; return }
  $guard = { order => $order, answers => $answers };
  return '';
}
sub watch_over {
  my ($orders, $answer) = @_;
  open(STDIN, '<', '/dev/null');
  open(STDOUT, '>', '/dev/null');
  close($_) for grep { defined } $dm, $held;
  $dm = undef;
  setpgrp(0, 0);
  $SIG{HUP} = 'IGNORE';
  $0 = 'weft-hold';
  my $group;
  my $left = open($group, '>', $ARGV[1]) ? defined syswrite($group, '0') : $! == 2 && !-d '/run/systemd/system';
  syswrite($answer, $left ? "0\\n" : ($! + 0) . "\\n");
  return if !$left;
  my ($open, $text, @watched) = (1, '');
  while ($open || @watched) {
    my ($first) = sort { $a <=> $b } map { $_->[0] } @watched;
    my $wait = defined $first ? $first - uptime() : undef;
    my $ready = '';
    vec($ready, fileno($orders), 1) = 1 if $open;
    if (select($ready, undef, undef, defined $wait && $wait < 0 ? 0 : $wait) > 0) {
      $open = sysread($orders, $text, 4096, length $text);
      while ($text =~ s/^(.*)\\n//) {
        my ($seconds, @rest) = split /\\t/, $1;
        push @watched, [uptime() + $seconds, @rest];
        syswrite($answer, "\\n");
      }
    }
    my $now = uptime();
    for my $over (grep { $_->[0] <= $now } @watched) {
      my (undef, $path, @names) = @$over;
      next if !-e $path;
      resume($_) for @names;
      unlink $path;
    }
    @watched = grep { $_->[0] > $now } @watched;
  }
}
sub watch {
  my ($path, $seconds, @names) = @_;
  (my $folder = $path) =~ s{/[^/]*$}{};
  (my $above = $folder) =~ s{/[^/]*$}{};
  mkdir $_ for $above, $folder;
  open(my $file, '>', $path) or return;
  print $file "@_\\n";
  close($file) or return;
  guard() // return;
  my $told = syswrite($guard->{order}, join("\\t", $seconds, $path, @names) . "\\n") && readline($guard->{answers});
  return '' if $told;
  $guard = undef;
  $! = 32;
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
  guard => \\&guard, watch => \\&watch, write => \\&write_file, open => \\&open_device, close => \\&close_device,
);
answer('+', 'ready');
while (my $line = <STDIN>) {
  chomp $line;
  my ($act, @words) = split /\\t/, $line;
  my $text = $acts{$act}->(@words);
  defined $text ? answer('+', $text) : answer('-', "$!");
}
`;
