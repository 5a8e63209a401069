/**
 * Statements of the contract that only `npm run test:all` checks on real kernels: slow ones, and those that another test of `npm test` covers.
 * `npm test` checks a new statement until it is listed here.
 */
export const statementsOfTheRest: readonly string[] = [
  // The row "one storage network silently cut" covers these.
  'a silent cut of the network is noticed by keep-alive: the path connects for ever, and is live again after the cut, on the same head',
  'a controller that is asked over a silent network goes out of use within 3 s, one that can answer stays; after the cut it is live again, on the same head',
  'over RDMA: what a NIC without carrier would send is refused: who sends is out of use within 5 s, and live again on the same head, five times; a NIC with carrier is left alone',
  'when a drive is pulled its controllers stay live; put back, made active anew and enabled, the leg is there again with its bytes',
  'a mirror and the device on it grow online while it is open, without a resync; what is mapped stays, and a table that would move it is refused',
  'a concatenation goes on with one more leg while it is open: its last segment is longer, a further one follows, and nothing before moves',
  'a striped mapping spreads its chunks over the legs in turn, and a smaller linear one lies on it',
  'a longer striped mapping keeps every chunk in its place',
  'a mapping does not reach beyond the device under it',
  'beside a leg that is gone a fresh one is added, and rebuilt at the rate that was set',
  // The row "foreign host with the client's NQN is named, and fenced by setting" covers this.
  'a host is foreign only while it has an I/O queue, and only to an export that is not for its address',
  // The same check as for a controller that is probed or disconnected.
  'fast_io_fail and the I/O policy are not set where the name belongs to another subsystem by now',
  // Statistics: no planner reads them.
  'a volume is counted from the moment it has statistics: each write once, with its bytes, its time and one place in the histogram; made again it is another origin',
  'a leg is counted without being asked for: what a client writes to it is counted there, and not in another leg',
  'a leg that grew, or whose device was made again, has another origin, and all of it is counted',
  'counters of a node only grow while it runs, and its NICs and cores stay the same',
];
