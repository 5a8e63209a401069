import { describe, expect, it } from 'vitest';
import { listed, sentence, sentenceOf, textOf } from './sentence.js';

const t1 = { kind: 'node' as const, id: '1', name: 't1' };
const told = { reason: 'node-silent', params: { node: t1, since: '2026-11-21T14:16:31.725Z' }, message: 't1 is offline since then' };

describe('sentenceOf', () => {
  it('renders objects and timestamps from the data, not from the text', () => {
    expect(sentenceOf(told, 'message')).toEqual([t1, ' has been offline since ', { at: '2026-11-21T14:16:31.725Z' }]);
    expect(sentenceOf(told, 'waitingFor')).toBe('');
  });

  it('shows the stored text when the data is missing or of another version', () => {
    const { params: _, ...older } = told;
    expect(sentenceOf(older, 'message')).toBe('t1 is offline since then');
    expect(sentenceOf({ ...told, reason: 'of-a-later-version' }, 'message')).toBe('t1 is offline since then');
    expect(sentenceOf({ ...told, params: { node: 't1' } }, 'message')).toBe('t1 is offline since then');
  });
});

describe('sentence', () => {
  it('keeps objects and timestamps as pieces, and numbers as text', () => {
    expect(sentence`leg ${0} on ${t1}`).toEqual(['leg 0 on ', t1]);
    expect(sentence`until ${{ at: '2026-11-21T14:16:31.725Z' }}`).toEqual(['until ', { at: '2026-11-21T14:16:31.725Z' }]);
  });

  it('inserts sentences and lists, and searches no text for names', () => {
    const t2 = { kind: 'node' as const, id: '2', name: 't2' };
    expect(sentence`waits for ${listed([t1, t2])}: ${sentence`no path to ${t2}`}`).toEqual([
      'waits for ',
      t1,
      ', ',
      t2,
      ': no path to ',
      t2,
    ]);
    expect(sentence`${t1} has no path to t2`).toEqual([t1, ' has no path to t2']);
    expect(textOf(listed(['a', ['on ', t1]], '; '))).toBe('a; on t1');
  });
});
