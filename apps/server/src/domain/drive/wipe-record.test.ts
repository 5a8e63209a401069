import { describe, expect, it } from 'vitest';
import type { JobView } from '../documents/job.document.js';
import { jobReason, stepName } from '../job-messages/job-message.js';
import { drive } from './drives.fixture.js';
import { wipeFollowed, wipeOrdered } from './wipe-record.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const ordered = wipeOrdered(
  { _id: 'job', version: 1, revision: 1, createdAt: at(0), updatedAt: at(0), requestedBy: 'anna' },
  drive({ serial: 'S1' }),
);
const view = (state: JobView['state'], overwriting: 'pending' | 'waiting' | 'running' | 'failed' | 'done'): JobView => ({
  state,
  steps: [{ ...stepName('overwrite-drive', {}), node: 'n1', nodeId: 'n1', state: overwriting, reason: null }],
  waitingFor: [],
  error: state === 'failed' ? jobReason('cancelled-by', { by: 'anna' }, 'cancelled') : null,
});

describe('the record of a wipe', () => {
  it('has the drive as it was when the wipe was ordered', () => {
    expect(ordered).toMatchObject({ _id: 'job', serial: 'S1', method: 'zero', state: 'ordered', orderedBy: 'anna', beganAt: null });
  });

  it('begins when the node overwrites the drive, and not while it waits', () => {
    expect(wipeFollowed(ordered, view('running', 'pending'), at(1))).toEqual(ordered);
    expect(wipeFollowed(ordered, view('waiting', 'waiting'), at(1))).toEqual(ordered);
    const wiping = wipeFollowed(ordered, view('running', 'running'), at(2));
    expect(wiping).toMatchObject({ state: 'wiping', beganAt: at(2), endedAt: null });
    // The node goes offline meanwhile.
    expect(wipeFollowed(wiping, view('waiting', 'waiting'), at(3))).toEqual(wiping);
    expect(wipeFollowed(wiping, view('done', 'done'), at(4))).toMatchObject({
      state: 'wiped',
      beganAt: at(2),
      endedAt: at(4),
      error: null,
    });
  });

  it('fails without a begin, or after one, when a part may be overwritten', () => {
    expect(wipeFollowed(ordered, view('failed', 'pending'), at(1))).toMatchObject({ state: 'failed', beganAt: null, endedAt: at(1) });
    const wiping = wipeFollowed(ordered, view('running', 'running'), at(2));
    expect(wipeFollowed(wiping, view('failed', 'failed'), at(3))).toMatchObject({
      state: 'failed',
      beganAt: at(2),
      error: { code: 'cancelled' },
    });
  });
});
