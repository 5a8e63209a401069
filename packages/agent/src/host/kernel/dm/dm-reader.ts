/*
 * Sends messages to dm devices from one long-lived process, instead of one dmsetup per device and second (docs/decisions/collecting-counters.md).
 * Node cannot call ioctl(2), and Perl is on every Debian (perl-base is Essential). The program reads "name<tab>message" per line, and answers each with
 * "+<bytes>\n<text>" or "-<error>\n". It ends with its standard input, so it never outlives the agent.
 *
 * struct dm_ioctl, DM_TARGET_MSG and its flags: include/uapi/linux/dm-ioctl.h, version 4.0.0 and later.
 */
export const READER_PROGRAM = `
use strict;
$| = 1;
open(my $dm, '+<', $ARGV[0]) or die "$ARGV[0]: $!\\n";
while (my $line = <STDIN>) {
  chomp $line;
  my ($name, $message) = split /\\t/, $line, 2;
  my $size = 16384;
  while (1) {
    my $buffer = pack('L6lL3Qa128a129a7', 4, 0, 0, $size, 312, 0, 0, 0, 0, 0, 0, $name, '', '');
    $buffer .= pack('Q', 0) . $message . "\\0";
    $buffer .= "\\0" x ($size - length $buffer);
    if (!defined ioctl($dm, 0xC138FD0E, $buffer)) { print "-$!\\n"; last }
    my ($start, $flags) = unpack('x16Lx8L', $buffer);
    if ($flags & 0x100) { if ($size >= 1048576) { print "-the answer is too long\\n"; last } $size *= 4; next }
    my $answer = $flags & 0x10000 ? unpack("x\${start}Z*", $buffer) : '';
    print '+', length($answer), "\\n", $answer;
    last;
  }
}
`;
