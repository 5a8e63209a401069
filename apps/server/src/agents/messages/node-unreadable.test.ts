import { nodeRef } from '@weft/shared/text/references';
import { describe, expect, it } from 'vitest';
import { withUnreadable } from './node-unreadable.js';

describe('withUnreadable', () => {
  const now = '2026-01-01T00:00:00.000Z';

  it('sets NodeUnreadable while the storage of the node cannot be read', () => {
    const problem = { code: 'host-unreadable', message: 'lvs did not end within 60 s' };
    const conditions = withUnreadable([], nodeRef('t1', 't1'), [problem], now);
    expect(conditions).toMatchObject([{ type: 'NodeUnreadable', status: 'true', message: expect.stringContaining('lvs did not end') }]);
    expect(withUnreadable(conditions, nodeRef('t1', 't1'), [], now)).toEqual([]);
  });
});
