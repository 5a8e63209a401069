/**
 * Statements of the contract that only `npm run test:all` checks on real kernels: slow ones, and those that another test of `npm test` covers.
 * `npm test` checks a new statement until it is listed here.
 */
export const statementsOfTheRest: readonly string[] = [
  // The row "one storage network silently cut" covers these.
  'keep-alive detects a silent cut; the path reconnects without limit, and is live on the same head after the cut',
  'a probe over a silent cut ends use of the path within 3 s; after the cut it is live on the same head; others stay live',
  'RDMA: refusing sends on a NIC without carrier ends use of its path within 5 s, five times; other NICs are unaffected',
  'controllers stay live when their drive is pulled; after return, activation and enable the leg is back with its bytes',
  'a mirror and its open device grow online without a resync, and keep their bytes; a table that moves bytes is refused',
  'an open concatenation grows onto one more leg: its last segment grows, a new one follows, and no earlier byte moves',
  'a striped mapping places its chunks on the legs in turn; a smaller linear mapping lies on top of it',
  'growing a striped mapping keeps every chunk in its place',
  'a mapping beyond the end of its underlying device is refused',
  'a new leg is added in the slot of a missing leg, and rebuilt at the configured rate',
  // A reason to refuse such arrays, and no behaviour that planners rely on. Linux 6.12.117 did not show it in the one run of this statement.
  'raid10 with three halves: md lets a leg return without the writes that it missed',
  // The row "foreign host with the client's NQN is named, and fenced by setting" covers this.
  'a host is foreign only with an I/O queue, and only to an export that is for another address',
  // The rows of storage encryption cover these.
  'a port with TLS refuses a host without TLS, without the key or with another one; with the key the path is encrypted',
  'a port without TLS refuses a host that asks for it, and a controller without TLS says so',
  'a key replaced at both ends ends no connection, and later connections need the new one',
  'without tlshd a connected path carries I/O, and a lost one waits; it returns when tlshd is back',
  'a key goes from the keyring when it is forgotten, and an unknown key is refused',
  // The same check as for a controller that is probed or disconnected.
  'fast_io_fail_tmo and the I/O policy are not set on a name that now belongs to another subsystem',
  // The row "benchmark on real kernels" covers these.
  'fio measures a volume, dm-stats counts the same I/O, and nothing holds the volume afterwards',
  'a benchmark refuses an open volume, and names the process; nothing is written',
  'a benchmark refuses a volume that holds data, unless that is confirmed',
  'a benchmark refuses a device that is not the expected volume',
  'with its statistics off, a volume is not counted while fio runs; on again, it is',
  // The rows "a preflight on real kernels" cover these.
  'a packet of the full MTU passes between two machines on each network, and none over a cut network',
  'on a network that drops large packets, only small ones pass; no probe leaves from a foreign address',
  'the facts of a storage NIC have its sysctls in force, as they are now',
  'the facts have the versions of the tools that are there',
  // Slow, and about bytes that pools and checksums keep; the rows of e2e/lab/services go through them.
  'a mirror over two pools goes on when one is full: md keeps the half in sync and marks the place as bad; when both are full, the write fails',
  'a full pool refuses new blocks at once, takes what it has mapped, and goes on after both its volumes are extended',
  'md writes a block with a wrong checksum again from the other half, at a read and at a check; the count names the half',
  'a leg on dm-integrity is formatted once: all of it reads as zeros, and what is written stays through another format and start',
  // Slow; the rows of three copies, scrub, caches and encryption go through them.
  'a striped mapping over mirrors has its chunks on them in turn, runs on one half of each, and grows after them',
  'a raid10 check finds a mismatch in its second mirror set',
  'a failed leg ends the check with its mark; the rebuild is not ended by stopping the check, and another check is refused meanwhile',
  'an ended check keeps its mark and its place; the next start goes on there, and does not compare what lies before',
  'a cache says that it failed with its drive; only an LV that has everything is used without it',
  'what a write-back cache holds is there again after it was made again on its metadata; with zeroed metadata it is empty',
  'an open encrypted concatenation grows with its key onto one more leg, and no earlier byte changes; without the key it stays',
  // Statistics: no planner reads them.
  'volume statistics count each write once, with bytes, time and histogram bucket; created again, they have a new origin',
  'a leg counts the writes of its client without being set up, and no writes to other legs',
  'a leg has a new counter origin after it grew or its device was created again; writes after that are all counted',
  'latency by direction has each write among writes and each read among reads',
  'counters of a running node only grow, and its NICs and cores stay the same',
];
