import type { DriveStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import type { JobView } from '../documents/job.document.js';
import { jobReason, stepName } from '../job-messages/job-message.js';
import { drive, ORDER, said } from './drives.fixture.js';
import { usedMethod, wipeFollowed, wipeOrdered } from './wipe-record.js';

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

  it('has the ordered method, and from its begin on the one that the node reports', () => {
    const sanitizing = wipeOrdered(
      { _id: 'job', version: 1, revision: 1, createdAt: at(0), updatedAt: at(0), requestedBy: 'anna' },
      drive({ spec: { wipe: { orderId: ORDER, serial: 'S1', method: 'sanitize' } } }),
    );
    expect(sanitizing).toMatchObject({ method: 'sanitize', sanitizeAction: null });
    const sanitized = { method: 'sanitize', sanitizeAction: 'block-erase' } as const;
    expect(wipeFollowed(sanitizing, view('running', 'running'), sanitized, at(1))).toMatchObject(sanitized);
    // An agent that was replaced by an earlier one meanwhile: it does not know the method.
    const zeroed = { method: 'zero', sanitizeAction: null } as const;
    expect(wipeFollowed(sanitizing, view('done', 'done'), zeroed, at(1))).toMatchObject({ state: 'wiped', ...zeroed });
    // Withdrawn before it began.
    expect(wipeFollowed(sanitizing, view('failed', 'pending'), zeroed, at(1))).toMatchObject({ state: 'failed', method: 'sanitize' });
  });

  it('takes the method from a report of a wipe that has begun', () => {
    const used = (observed: Parameters<typeof said>[0] extends { observed?: infer O } | undefined ? O : never) =>
      usedMethod(said({ observed }).status as DriveStatus);
    const sanitize = { action: 'crypto-erase' as const, progressRatio: 0.5 };
    expect(used({ begunOrderId: ORDER, sanitize })).toEqual({ method: 'sanitize', sanitizeAction: 'crypto-erase' });
    expect(used({ begunOrderId: ORDER })).toEqual({ method: 'zero', sanitizeAction: null });
    expect(used({ begunOrderId: null, wipedOrderId: ORDER })).toEqual({ method: 'zero', sanitizeAction: null });
    expect(used({ begunOrderId: null })).toBeNull();
    // An earlier agent does not report the begin.
    expect(used({})).toEqual({ method: 'zero', sanitizeAction: null });
  });

  it('begins when the node overwrites the drive, and not while it waits', () => {
    expect(wipeFollowed(ordered, view('running', 'pending'), null, at(1))).toEqual(ordered);
    expect(wipeFollowed(ordered, view('waiting', 'waiting'), null, at(1))).toEqual(ordered);
    const wiping = wipeFollowed(ordered, view('running', 'running'), null, at(2));
    expect(wiping).toMatchObject({ state: 'wiping', beganAt: at(2), endedAt: null });
    // The node goes offline meanwhile.
    expect(wipeFollowed(wiping, view('waiting', 'waiting'), null, at(3))).toEqual(wiping);
    expect(wipeFollowed(wiping, view('done', 'done'), null, at(4))).toMatchObject({
      state: 'wiped',
      beganAt: at(2),
      endedAt: at(4),
      error: null,
    });
  });

  it('fails without a begin, or after one, when a part may be overwritten', () => {
    expect(wipeFollowed(ordered, view('failed', 'pending'), null, at(1))).toMatchObject({ state: 'failed', beganAt: null, endedAt: at(1) });
    const wiping = wipeFollowed(ordered, view('running', 'running'), null, at(2));
    expect(wipeFollowed(wiping, view('failed', 'failed'), null, at(3))).toMatchObject({
      state: 'failed',
      beganAt: at(2),
      error: { code: 'cancelled' },
    });
  });
});
