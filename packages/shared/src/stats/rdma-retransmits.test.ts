import { expect, it } from 'vitest';
import { rdmaRetransmits } from './rdma-retransmits.js';

it('adds the counters of data sent again, whatever the driver calls them', () => {
  expect(rdmaRetransmits({ packet_seq_err: 2, local_ack_timeout_err: 3, out_of_sequence: 50, rx_write_requests: 9 })).toBe(5);
  expect(rdmaRetransmits({ ip4RetransSegs: 6, ip6RetransSegs: 1, ip4OutSegs: 900 })).toBe(7);
  expect(rdmaRetransmits({ sq_num_oos: 1, sq_num_to: 2, rq_num_oos: 40 })).toBe(3);
  expect(rdmaRetransmits({ RetransSegs: 0, 'Nak Sequence Error': 2, RTO: 1, 'Rcvd Out of order packets': 70 })).toBe(3);
  expect(rdmaRetransmits({ completer_retry_err: 4, rcvd_rnr_err: 0, rcvd_seq_err: 4, sent_pkts: 1000 })).toBe(4);
});

it('knows none of a device without such counters, which is not zero', () => {
  expect(rdmaRetransmits({ sent_pkts: 7 })).toBeUndefined();
  expect(rdmaRetransmits(undefined)).toBeUndefined();
  expect(rdmaRetransmits({ to_retransmits: 0 })).toBe(0);
});
