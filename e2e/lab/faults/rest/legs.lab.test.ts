/** One side of a mirror is lost, and comes back. */
import { describe, test } from 'vitest';
import { faultLab } from '../fault-lab.js';
import { killTarget } from '../killed-target.js';

const lab = faultLab();

describe.sequential('legs', () => {
  test('row: target machine killed: non-anchor', () => killTarget(lab.now, false));
  // Over RDMA the agent also has the dead target's neighbour entry forgotten: else its controllers go only when the connection manager gives up, after a minute.
  test('row: target machine killed: anchor', () => killTarget(lab.now, true));
});
