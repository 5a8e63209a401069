import { describe, expect, it } from 'vitest';
import { eraseActionOf, sanitizeObstacle } from './wipe-method.js';

describe('the sanitize action of a drive', () => {
  it.each([
    ['block-erase', ['crypto-erase', 'block-erase', 'overwrite'], 'nothing', null],
    ['crypto-erase', ['crypto-erase', 'overwrite'], 'nothing', null],
    [null, ['overwrite'], 'nothing', 'no-action'],
    [null, [], 'nothing', 'no-action'],
    [null, ['block-erase'], 'namespaces', 'namespaces'],
    [null, ['block-erase'], 'controllers', 'controllers'],
    [null, ['block-erase'], 'unknown', 'unknown'],
  ] as const)('is %s with %j and %s beside it', (action, actions, besides, obstacle) => {
    const sanitize = { actions: [...actions], besides };
    expect(eraseActionOf(sanitize)).toBe(action);
    expect(sanitizeObstacle(sanitize)).toBe(obstacle);
  });

  it('is none where the node reports nothing of it', () => {
    expect([eraseActionOf(undefined), sanitizeObstacle(null)]).toEqual([null, 'not-reported']);
  });
});
