/**
 * Does not pass yet over RDMA. The agent ends the anchor in time, but `delete_controller` waits for the reconnect attempt that runs, and that is in
 * the RDMA connection manager: 15 requests of 4.3 s each (CMA_MAX_CM_RETRIES, CMA_CM_RESPONSE_TIMEOUT) where the dead target's neighbour entry is
 * still believed. Seen: "Removing ctrl" 10 s after the error recovery, "Failed reconnect attempt 1" and md's "Disk failure" 69 s after that.
 */
import { describe, test } from 'vitest';
import { faultLab } from '../fault-lab.js';
import { killTarget } from '../killed-target.js';

const lab = faultLab();

describe.sequential('anchor', () => {
  test('row: target machine killed: anchor', () => killTarget(lab.now, true));
});
