import { expect, it } from 'vitest';
import { rdmaRetransmits } from './rdma-retransmits.js';

it('adds the counters of data sent again, whatever the driver calls them', () => {
  expect(rdmaRetransmits({ packet_seq_err: 2, local_ack_timeout_err: 3, out_of_sequence: 50, rx_write_requests: 9 })).toBe(5);
  expect(rdmaRetransmits({ completer_retry_err: 4, rcvd_rnr_err: 0, rcvd_seq_err: 4, sent_pkts: 1000 })).toBe(4);
});

it('knows none of a device without such counters, which is not zero', () => {
  expect(rdmaRetransmits({ sent_pkts: 7 })).toBeUndefined();
  expect(rdmaRetransmits(undefined)).toBeUndefined();
  expect(rdmaRetransmits({ to_retransmits: 0 })).toBe(0);
});
