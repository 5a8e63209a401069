import { describe, expect, it } from 'vitest';
import { heldText, scheduleText, snapshotRefusal, takeRefusal } from './snapshot-words.js';

describe('words of snapshots', () => {
  const volume = { state: 'available' as const, rollBack: null, growth: null, clients: [] };
  const ready = { state: 'ready' as const, isAttached: false };

  it('says why no snapshot is taken', () => {
    expect(takeRefusal(volume)).toBeNull();
    expect(takeRefusal({ ...volume, state: 'creating' })).toBe('The volume is creating.');
    expect(takeRefusal({ ...volume, growth: { toSizeBytes: 1 } })).toBe('The volume grows.');
  });

  it('says why a snapshot does not allow an action', () => {
    expect(snapshotRefusal('clone', ready, volume)).toBeNull();
    expect(snapshotRefusal('clone', { ...ready, state: 'pending' }, volume)).toBe('The snapshot is pending.');
    expect(snapshotRefusal('delete', { ...ready, isAttached: true }, volume)).toBe('It is attached: detach it first.');
    const attached = { ...volume, clients: [{ id: 'c', name: 'c1' }] };
    expect(snapshotRefusal('roll-back', ready, attached)).toBe('The volume is attached: detach it first.');
    expect(snapshotRefusal('clone', ready, attached)).toBeNull();
  });

  it('names the interval of a schedule in its largest unit', () => {
    expect(scheduleText({ everyHours: 1, keep: 24 })).toBe('One every hour, the last 24 are kept.');
    expect(scheduleText({ everyHours: 48, keep: 7 })).toBe('One every 2 days, the last 7 are kept.');
    expect(scheduleText({ everyHours: 30, keep: 7 })).toBe('One every 30 hours, the last 7 are kept.');
    expect(scheduleText(null)).toContain('None');
  });

  it('says for how long the volume was held', () => {
    expect(heldText({ state: 'ready', heldMs: 420 })).toBe('its volume was held for 420 ms');
    expect(heldText({ state: 'ready', heldMs: null })).toBe('its volume was not held');
    expect(heldText({ state: 'pending', heldMs: null })).toBe('not taken yet');
  });
});
