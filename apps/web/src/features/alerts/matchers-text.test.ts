import { describe, expect, it, test } from 'vitest';
import { matchersOf, matchersText, readMatcher } from './matchers-text.js';

describe('readMatcher', () => {
  it.each([
    ['node=t1', { label: 'node', operator: '=', value: 't1' }],
    ['zone != west*', { label: 'zone', operator: '!=', value: 'west*' }],
    ['volume=', { label: 'volume', operator: '=', value: '' }],
    ['url=a=b', { label: 'url', operator: '=', value: 'a=b' }],
  ] as const)('reads %s', (line, matcher) => {
    expect(readMatcher(line)).toEqual(matcher);
    expect(readMatcher(matchersText([matcher]))).toEqual(matcher);
  });

  it('refuses a line without an operator', () => {
    expect(() => readMatcher('node t1')).toThrow('“node t1” is not a matcher');
  });
});

test('prefills a silence with the labels that name the alert', () => {
  expect(matchersText(matchersOf({ rule: 'WeftNodeSilent', severity: 'warning', kind: 'node', node: 't1', zone: 'west' }))).toBe(
    'rule=WeftNodeSilent\nnode=t1\nzone=west',
  );
});
