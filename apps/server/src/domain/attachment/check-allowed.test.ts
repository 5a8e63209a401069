import { attachmentModes, attachmentStates } from '@weft/shared/kinds/attachment';
import { describe, expect, it } from 'vitest';
import { attachment, volume } from '../world/worlds.fixture.js';
import { checkAllowed } from './check-allowed.js';

const refusal = (change: Parameters<typeof attachment>[0], mode: (typeof attachmentModes)[number] = 'exclusive', nodeId = 'c2') => {
  try {
    checkAllowed({ nodeId, mode }, volume(), [attachment(change)]);
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'allowed';
};

describe('attaching a volume that has an exclusive attachment', () => {
  it.each(attachmentStates)('is refused on another client while that one is %s and not fenced (S3)', (state) => {
    expect(refusal({ state })).toBe('in-use');
    expect(refusal({ state }, 'readonly')).toBe('in-use');
  });

  it.each(attachmentStates)('is refused on the same client while that one is %s, fenced or not', (state) => {
    expect(refusal({ state }, 'exclusive', 'c1')).toBe('in-use');
    expect(refusal({ state, fenced: true }, 'exclusive', 'c1')).toBe('in-use');
  });

  it('is allowed on another client once every leg is fenced (S12)', () => {
    expect(refusal({ state: 'revoked', fenced: true })).toBe('allowed');
  });
});

describe('attaching a volume that is attached read-only', () => {
  it('goes only with other read-only attachments', () => {
    const modes = Object.fromEntries(attachmentModes.map((mode) => [mode, refusal({ mode: 'readonly' }, mode)]));
    expect(modes).toEqual({ exclusive: 'in-use', shared: 'not-possible', readonly: 'allowed' });
  });
});

describe('a volume that is not ready', () => {
  it.each(['creating', 'deleting'] as const)('is not attached while it is %s', (state) => {
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'exclusive' }, volume({ state }), [])).toThrow(`is ${state}`);
  });

  it('is not attached read-only before its array was created', () => {
    const fresh = volume({ array: { uuid: 'u', dataOffsetBytes: 8_388_608, created: false } });
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'readonly' }, fresh, [])).toThrow('was never written');
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'exclusive' }, fresh, [])).not.toThrow();
  });
});
