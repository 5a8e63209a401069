/** One half of a mirror is lost and returns. */
import { describe, test } from 'vitest';
import { faultLab } from '../fault-lab.js';
import { killTargetOfRaid1 } from '../killed-target.js';

const lab = faultLab();

describe.sequential('legs', () => {
  test('row: target machine killed: non-anchor (raid1): I/O continues, and only changed blocks are resynced', () =>
    killTargetOfRaid1(lab.now, false));
  // Over RDMA the agent also deletes the dead target's neighbour entry: otherwise its controllers end when the connection manager gives up, after a minute.
  test('row: target machine killed: anchor: I/O continues, and only changed blocks are resynced', () => killTargetOfRaid1(lab.now, true));
});
