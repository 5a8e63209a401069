import { DomainError } from '@weft/shared/errors/domain-error';
import { attachmentModes, attachmentStates } from '@weft/shared/kinds/attachment';
import { describe, expect, it } from 'vitest';
import { attachment, NOW, volume } from '../world/worlds.fixture.js';
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

describe('checkAllowed: a volume that has grown without a client', () => {
  it('refuses a read-only attachment, not an exclusive one, until its array has grown', () => {
    const short = volume({ array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: true, isShort: true } } });
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'readonly' }, short, [])).toThrow('array still has the old size');
    expect(() => checkAllowed({ nodeId: 'c1', mode: 'exclusive' }, short, [])).not.toThrow();
  });
});

describe('checkAllowed: the data of a refusal', () => {
  const reasonOf = (
    existing: Parameters<typeof attachment>[0][],
    request: Parameters<typeof checkAllowed>[0] = { nodeId: 'c2', mode: 'exclusive' },
    of = volume(),
  ) => {
    try {
      checkAllowed(
        request,
        of,
        existing.map((change) => attachment(change)),
      );
    } catch (error) {
      if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
      throw error;
    }
    return expect.fail('it was allowed');
  };
  const db = { kind: 'volume', id: 'v', name: 'db' };
  const client = (name: string) => ({ kind: 'node', id: name, name });

  it('names the state of the volume and the states that allow an attachment', () => {
    expect(reasonOf([], { nodeId: 'c1', mode: 'exclusive' }, volume({ status: { state: 'deleting' } }))).toMatchObject({
      ...{ code: 'volume-not-attachable', params: { volume: db, state: 'deleting', allowedStates: ['available'] } },
    });
  });

  it('names the modes that the protection allows', () => {
    expect(reasonOf([], { nodeId: 'c1', mode: 'shared' })).toMatchObject({
      ...{ code: 'mode-not-possible', field: 'mode', params: { mode: 'shared', allowedModes: ['exclusive', 'readonly'] } },
    });
  });

  it('names the volume that was never written', () => {
    for (const array of [null, { spec: { uuid: 'u', dataOffsetBytes: 0 }, status: { created: false } }])
      expect(reasonOf([], { nodeId: 'c1', mode: 'readonly' }, volume({ array }))).toMatchObject({
        ...{ code: 'readonly-before-first-write', field: 'mode', params: { volume: db } },
      });
  });

  it('names every client that owns the volume, and a forced move among them', () => {
    const readers = ['c1', 'c3'].map((name) => ({ _id: name, nodeId: name, nodeName: name, spec: { mode: 'readonly' as const } }));
    const fenced = { _id: 'c4', nodeId: 'c4', nodeName: 'c4', status: { fenced: true, state: 'revoking' as const } };
    const refused = { code: 'volume-attached-elsewhere', params: { volume: db, mode: 'exclusive', clients: [client('c1'), client('c3')] } };
    expect(reasonOf([...readers, fenced])).toMatchObject({ ...refused, params: { ...refused.params, revoking: false } });
    const [first = {}, second = {}] = readers;
    expect(reasonOf([first, { ...second, status: { state: 'revoking' as const } }])).toMatchObject({ params: { revoking: true } });
  });

  it('names the attachment that the client already has', () => {
    expect(reasonOf([{ spec: { mode: 'readonly' } }], { nodeId: 'c1', mode: 'readonly' })).toMatchObject({
      code: 'attachment-exists',
      params: { volume: db, client: client('c1'), state: 'attached', mode: 'readonly', transport: 'rdma' },
    });
  });

  it('names the fence that the client has not confirmed yet', () => {
    const condition = { status: 'true' as const, reason: 'r', since: NOW.toISOString() };
    const conditions = [
      { ...condition, type: 'Available', message: 'there' },
      { ...condition, type: 'Fenced', message: 'fenced' },
    ];
    const fenced = (change: object) =>
      reasonOf([{ status: { fenced: true, state: 'revoked', ...change } }], { nodeId: 'c1', mode: 'exclusive' });
    const { code, params } = fenced({ conditions: conditions as never });
    expect({ code, params }).toMatchObject({ code: 'attachment-not-gone', params: { volume: db, client: client('c1') } });
    expect(JSON.stringify(params)).toContain('"fenced"');
    expect(JSON.stringify(params)).not.toContain('"there"');
    expect(JSON.stringify(fenced({ conditions: conditions.slice(0, 1) as never }).params)).not.toContain('"there"');
  });
});
