/*
 * Counters of RDMA devices (hw_counters) that rise when the device sends data again, by driver. Each is counted where the data are sent again, so that
 * one loss on the wire counts once in a cluster. Sources: the tables of names in drivers/infiniband of Linux (mlx5/counters.c, mlx4/main.c,
 * bnxt_re/hw_counters.c, irdma/verbs.c, cxgb4/provider.c, mana/counters.c, rxe_hw_counters.c with rxe_comp.c), and NVIDIA's "Understanding mlx5 Linux
 * Counters". hns and erdma count packets, but not those that are sent again; siw has no counters.
 * A driver without any of them gives no number: that is unknown, not zero.
 */
export const RDMA_RETRANSMITS: readonly string[] = [
  // mlx5: the peer reported a gap, by a negative acknowledgement or by a later response; no acknowledgement in time; the receiver was not ready.
  ...['packet_seq_err', 'implied_nak_seq_err', 'local_ack_timeout_err', 'rnr_nak_retry_err'],
  // mlx4: the peer reported a gap; no acknowledgement in time; the receiver was not ready.
  ...['sq_num_oos', 'sq_num_to', 'sq_num_rnr'],
  // rxe (soft-RoCE): retries of the requester for a gap or a timeout; the receiver was not ready.
  ...['completer_retry_err', 'rcvd_rnr_err'],
  // bnxt_re.
  ...['to_retransmits', 'seq_err_naks_rcvd', 'rnr_naks_rcvd'],
  // mana_ib.
  ...['requester_timeout', 'requester_oos_nak', 'requester_implicit_nak', 'requester_rnr_nak'],
  // irdma: segments that the device's own TCP (iWARP) sent again, by the name before and since its third generation. Before it, RoCE has no counter.
  ...['tcpRetransSegs', 'RetransSegs'],
  ...['Nak Sequence Error', 'Nak Sequence Error Implied', 'RTO', 'RNR received'],
  // iw_cxgb4: segments that the device's own TCP sent again.
  ...['ip4RetransSegs', 'ip6RetransSegs'],
];

/** Sum of those that a device has. Undefined: it has none of them. */
export function rdmaRetransmits(counters: Readonly<Record<string, number>> | undefined): number | undefined {
  const found = RDMA_RETRANSMITS.flatMap((name) => counters?.[name] ?? []);
  return found.length === 0 ? undefined : found.reduce((sum, count) => sum + count, 0);
}
