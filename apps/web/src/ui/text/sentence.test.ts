import { describe, expect, it } from 'vitest';
import { linkedPieces } from './nouns.js';
import { sentenceOf } from './sentence.js';

const t1 = { kind: 'node' as const, id: '1', name: 't1' };
const leg = { kind: 'leg' as const, id: 'l', name: '0' };
const told = { reason: 'node-silent', params: { node: t1, since: '2026-11-21T14:16:31.725Z' }, message: 't1 is silent since then' };

describe('sentenceOf', () => {
  it('renders objects and timestamps from the data, not from the text', () => {
    expect(sentenceOf(told, 'message')).toEqual([t1, ' is silent since ', { at: '2026-11-21T14:16:31.725Z' }]);
    expect(sentenceOf(told, 'waitingFor')).toBe('');
  });

  it('shows the stored text when the data is missing or of another version', () => {
    const { params: _, ...older } = told;
    expect(sentenceOf(older, 'message')).toBe('t1 is silent since then');
    expect(sentenceOf({ ...told, reason: 'of-a-later-version' }, 'message')).toBe('t1 is silent since then');
    expect(sentenceOf({ ...told, params: { node: 't1' } }, 'message')).toBe('t1 is silent since then');
  });
});

describe('linkedPieces', () => {
  it('links objects without knowing their names beforehand, and shows a leg as text', () => {
    expect(linkedPieces(['leg ', leg, ' on ', t1], [])).toEqual(['leg ', '0', ' on ', t1]);
  });

  it('searches for names only in an agent’s own text', () => {
    const t2 = { kind: 'node' as const, id: '2', name: 't2' };
    expect(linkedPieces(['t2: ', { quote: 'no path to t2' }], [t2])).toEqual(['t2: ', 'no path to ', t2]);
  });
});
