import { describe, expect, it } from 'vitest';
import { said } from '../../rendering/render.js';

const node = { kind: 'node', name: 'c2', subjects: 1, part: 'connection', count: 2 };

describe('event-changed', () => {
  it('names both states, or the number of changes where the first state is back', () => {
    expect(said('event-changed', { ...node, from: 'online', to: 'lost' }).message).toBe(
      'Connection of node c2 changed from online to lost. It changed 2 times.',
    );
    expect(said('event-changed', { ...node, from: 'online', to: 'online' }).message).toBe(
      'Connection of node c2 changed 2 times, and is online again.',
    );
    expect(said('event-changed', { ...node, from: 'online', to: 'online', subjects: 24, count: 144 }).message).toBe(
      'Connection of 24 nodes flaps: it changed 144 times, and was online last.',
    );
    expect(said('event-setting-changed', { setting: 'reservedRatio', from: '0', to: '0', count: 4 }).message).toBe(
      'The setting reservedRatio changed 4 times, and is 0 again.',
    );
  });
});
