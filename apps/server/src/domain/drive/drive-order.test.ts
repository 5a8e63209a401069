import { DomainError } from '@weft/shared/errors/domain-error';
import { describe, expect, it } from 'vitest';
import { ordered, requireDriveState } from './drive-order.js';
import { drive, inventory, serving, wiping } from './drives.fixture.js';

const refusal = (...given: Parameters<typeof requireDriveState>) => {
  try {
    requireDriveState(...given);
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, params: error.reason.params };
    throw error;
  }
  return null;
};
const named = { drive: { kind: 'drive', id: 'd1', name: 'S1' }, node: { kind: 'node', id: 'n1', name: 'n1' } };

describe('requireDriveState (S1)', () => {
  it('allows only a blank drive to be taken', () => {
    expect(refusal('take', drive())).toBeNull();
    const full = drive({ status: { inventory: { ...inventory, contents: ['ext4'] } } });
    expect(refusal('take', full)).toMatchObject({
      code: 'drive-in-wrong-state',
      params: { ...named, state: 'occupied', action: 'take', allowedStates: ['available'], contents: [expect.anything()] },
    });
  });

  it('names contents only for a drive that is refused because of them', () => {
    expect(refusal('take', wiping)).toMatchObject({ params: { state: 'wiping', contents: [] } });
  });
});

describe('ordered', () => {
  it('changes the drive, with the time of a new state, and makes no statement', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(ordered({ drive: serving, now }, { spec: { desired: 'released' } })).toEqual({
      after: { ...serving, spec: { ...serving.spec, desired: 'released' }, status: { ...serving.status, stateSince: now } },
      ...{ isOrder: true, statements: [] },
    });
    expect(ordered({ drive: serving, now }, { spec: { desired: 'in-service' } }).after).toEqual(serving);
  });
});
