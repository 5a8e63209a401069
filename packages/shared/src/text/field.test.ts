import { describe, expect, it } from 'vitest';
import {
  attachment,
  bytes,
  count,
  fits,
  message,
  messages,
  moment,
  node,
  nodes,
  oneOf,
  place,
  seconds,
  texts,
  volume,
  word,
  yes,
} from './field.js';

const t1 = { kind: 'node', id: 'n1', name: 't1' };
const report = { code: 'agent-report', params: {} };

describe('fields of messages', () => {
  it.each([
    [node, t1, [{ ...t1, kind: 'leg' }, { kind: 'node', id: 'n1' }, 't1', null, [t1]]],
    [nodes, [t1, t1], [t1, [t1, 't1'], null]],
    [volume, { ...t1, kind: 'volume' }, [t1, 't1', null]],
    [attachment, { ...t1, kind: 'attachment' }, [t1, 't1', null]],
    [place, t1, [{ ...t1, kind: 'volume' }, 't1', null]],
    [moment, '2026-11-21T14:16:31.725Z', ['2026-11-21', 'soon', 1_700_000_000, null]],
    [count, 3, [-1, 1.5, '3', Number.NaN, null]],
    [seconds, 1.5, [-1, '1', Number.NaN]],
    [word, '', [1, null, undefined]],
    [texts, ['a'], ['a', [1], null]],
    [bytes, 4096, [-1, 0.5, '1']],
    [oneOf('make', 'wipe'), 'make', ['other', 1, null]],
    [volume, { kind: 'volume', id: 'v1', name: 'orders' }, [t1, 'orders', null]],
    [message, report, [{ code: 'agent-report' }, { params: {} }, 'agent-report', null]],
    [messages, [report], [report, [null]]],
    [yes, false, ['false', 0, null]],
  ] as const)('$0.title accepts its own kind of value, and nothing else', (field, good, bad) => {
    expect(field.is(good)).toBe(true);
    expect(bad.filter((each) => field.is(each))).toEqual([]);
    expect(field.is(undefined)).toBe(false);
    expect([good, undefined].map((each) => field.optional().is(each))).toEqual([true, true]);
  });

  it('requires every field that is not optional, and refuses unknown fields', () => {
    const shape = { client: node, since: moment.optional() };
    expect(fits(shape, { client: t1 })).toBe(true);
    expect(fits(shape, {})).toBe(false);
    expect(fits(shape, { client: t1, since: 'soon' })).toBe(false);
    expect(fits(shape, { client: t1, later: 1 })).toBe(false);
  });
});
