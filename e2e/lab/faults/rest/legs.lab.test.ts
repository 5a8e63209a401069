/** One side of a mirror is lost, and comes back. */
import { describe, test } from 'vitest';
import { faultLab } from '../fault-lab.js';
import { killTargetOfRaid1 } from '../killed-target.js';

const lab = faultLab();

describe.sequential('legs', () => {
  test('row: target machine killed: non-anchor (raid1)', () => killTargetOfRaid1(lab.now, false));
  // Over RDMA the agent also has the dead target's neighbour entry forgotten: else its controllers go only when the connection manager gives up, after a minute.
  test('row: target machine killed: anchor', () => killTargetOfRaid1(lab.now, true));
});
