/*
 * Counters of RDMA devices (hw_counters) that rise when the device sends data again, by driver. Each is counted where the data are sent again, so that
 * one loss on the wire counts once in a cluster. Sources: drivers/infiniband in Linux 6.12, and NVIDIA's "Understanding mlx5 Linux Counters".
 * A driver without any of them gives no number: that is unknown, not zero.
 */
export const RDMA_RETRANSMITS: readonly string[] = [
  // mlx5: the peer reported a gap, by a negative acknowledgement or by a later response; no acknowledgement in time; the receiver was not ready.
  ...['packet_seq_err', 'implied_nak_seq_err', 'local_ack_timeout_err', 'rnr_nak_retry_err'],
  // rxe (soft-RoCE): retries of the requester for a gap or a timeout; the receiver was not ready.
  ...['completer_retry_err', 'rcvd_rnr_err'],
  // bnxt_re.
  ...['to_retransmits', 'seq_err_naks_rcvd', 'rnr_naks_rcvd'],
  // irdma and iw_cxgb4 (iWARP): segments that the device's own TCP sent again.
  'tcpRetransSegs',
];

/** Sum of those that a device has. Undefined: it has none of them. */
export function rdmaRetransmits(counters: Readonly<Record<string, number>> | undefined): number | undefined {
  const found = RDMA_RETRANSMITS.flatMap((name) => counters?.[name] ?? []);
  return found.length === 0 ? undefined : found.reduce((sum, count) => sum + count, 0);
}
