import { describe, expect, it } from 'vitest';
import { refused, succeeded, textOf } from './answer.js';
import { Refusal } from './reasons.js';

describe('an answer', () => {
  it('has the five fields of NVMesh, and the code of a refusal in its payload', () => {
    expect(succeeded('v', 'u', { isReserved: false })).toEqual({
      _id: 'v',
      uuid: 'u',
      success: true,
      error: null,
      payload: { isReserved: false },
    });
    expect(refused('v', new Refusal('not-found', { kind: 'volume', name: 'v' }))).toEqual({
      _id: 'v',
      uuid: null,
      success: false,
      error: 'There is no volume v.',
      payload: { code: 'not-found' },
    });
  });

  it('never contains /login, which NVMeshSDK takes as a request to log in, and stays the same JSON', () => {
    const answer = [{ description: 'see /login and /login/logout' }];
    expect(textOf(answer)).not.toContain('/login');
    expect(JSON.parse(textOf(answer))).toEqual(answer);
  });
});
