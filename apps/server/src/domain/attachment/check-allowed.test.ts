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

describe('checkAllowed: a volume with an exclusive attachment', () => {
  it.each(attachmentStates)('refuses another client while that attachment is %s and not fenced (S3)', (state) => {
    expect(refusal({ status: { state } })).toBe('in-use');
    expect(refusal({ status: { state } }, 'readonly')).toBe('in-use');
  });

  it.each(attachmentStates)('refuses the same client while that attachment is %s, fenced or not', (state) => {
    expect(refusal({ status: { state } }, 'exclusive', 'c1')).toBe('in-use');
    expect(refusal({ status: { state, fenced: true } }, 'exclusive', 'c1')).toBe('in-use');
  });

  it('allows another client once the revoked attachment is fenced (S12)', () => {
    expect(refusal({ status: { state: 'revoked', fenced: true } })).toBe('allowed');
  });
});

describe('checkAllowed: a volume with a read-only attachment', () => {
  it('allows only another read-only attachment', () => {
    const modes = Object.fromEntries(attachmentModes.map((mode) => [mode, refusal({ spec: { mode: 'readonly' } }, mode)]));
    expect(modes).toEqual({ exclusive: 'in-use', shared: 'not-possible', readonly: 'allowed' });
  });
});

describe('checkAllowed: a volume that is not ready', () => {
  it.each(['creating', 'deleting'] as const)('refuses an attachment while the volume is %s', (state) => {
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'exclusive' }, volume({ status: { state } }), [])).toThrow(`is ${state}`);
  });

  it('refuses a read-only attachment, not an exclusive one, before the array is created', () => {
    const fresh = volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: false } } });
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'readonly' }, fresh, [])).toThrow('was never written');
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'exclusive' }, fresh, [])).not.toThrow();
  });
});
