import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { describe, expect, it } from 'vitest';
import { attachment, node } from '../world/worlds.fixture.js';
import { limited } from './limit.js';

const LIMITS: IoLimits = { ...NO_LIMITS, writeBytesPerSecond: 2 ** 20 };
const client = (ioLimits?: boolean) =>
  ({ ...node('c1'), status: { inventory: { capabilities: { ioLimits } } } }) as unknown as Parameters<typeof limited>[2];

describe('limited', () => {
  it('replaces all limits, raises the generation, and removes them with null or only nulls', () => {
    const one = attachment({ spec: { limits: { ...NO_LIMITS, readIops: 50 } } });
    const next = limited(one, LIMITS, client(true));
    expect(next).toMatchObject({ generation: one.generation + 1, spec: { limits: LIMITS }, status: one.status });
    expect(limited(one, null, client(true)).spec).not.toHaveProperty('limits');
    expect(limited(one, NO_LIMITS, client()).spec).not.toHaveProperty('limits');
  });

  it('refuses limits for an agent that does not know them: it would refuse its whole assignment', () => {
    expect(() => limited(attachment(), LIMITS, client())).toThrow('too old');
    expect(() => limited(attachment(), LIMITS, client(false))).toThrow('too old');
  });

  it('refuses a change while the volume is being detached', () => {
    for (const state of ['detaching', 'unexporting', 'revoking', 'revoked'] as const)
      expect(() => limited(attachment({ status: { state } }), LIMITS, client(true))).toThrow('cannot be changed any more');
  });
});
